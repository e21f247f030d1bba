"""Things that people speak of in Chinese and in English: enough that a contradiction shows across the two.

Only for comparing two statements, when one is Chinese and the other is not. A pair that is missing costs a repetition
that is kept twice, never a wrong replacement.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PAIRS = """
咖啡 coffee; 茶 tea; 绿茶 green tea; 红茶 black tea; 奶茶 milk tea; 牛奶 milk; 酸奶 yogurt; 果汁 juice; 可乐 cola;
啤酒 beer; 白酒 baijiu; 红酒 wine; 葡萄酒 wine; 酒 alcohol; 水 water; 豆浆 soy milk; 豆腐 tofu; 米饭 rice;
面条 noodles; 饺子 dumplings; 火锅 hotpot; 寿司 sushi; 披萨 pizza; 汉堡 burger; 面包 bread; 蛋糕 cake;
巧克力 chocolate; 冰淇淋 ice cream; 甜食 sweets; 甜点 dessert; 辣 spicy; 辣的 spicy; 辣椒 chili; 香菜 cilantro;
大蒜 garlic; 洋葱 onion; 蘑菇 mushroom; 番茄 tomato; 西红柿 tomato; 土豆 potato; 茄子 eggplant; 苹果 apple;
香蕉 banana; 草莓 strawberry; 芒果 mango; 西瓜 watermelon; 榴莲 durian; 葡萄 grape; 橙子 orange; 水果 fruit;
蔬菜 vegetables; 肉 meat; 牛肉 beef; 猪肉 pork; 羊肉 lamb; 鸡肉 chicken; 鱼 fish; 虾 shrimp; 螃蟹 crab;
海鲜 seafood; 鸡蛋 egg; 花生 peanut; 坚果 nuts; 核桃 walnut; 乳糖 lactose; 麸质 gluten; 花粉 pollen;
尘螨 dust mites; 青霉素 penicillin; 阿司匹林 aspirin; 素食 vegetarian; 素食者 vegetarian; 纯素 vegan;
严格素食 vegan; 清真 halal; 爬山 hiking; 徒步 hiking; 登山 mountaineering; 跑步 running; 游泳 swimming;
骑车 cycling; 骑行 cycling; 瑜伽 yoga; 健身 gym; 滑雪 skiing; 潜水 diving; 冲浪 surfing; 钓鱼 fishing; 露营 camping;
旅行 travel; 旅游 travel; 摄影 photography; 画画 painting; 绘画 painting; 书法 calligraphy; 唱歌 singing;
跳舞 dancing; 读书 reading; 阅读 reading; 看书 reading; 写作 writing; 做饭 cooking; 烹饪 cooking; 烘焙 baking;
园艺 gardening; 下棋 chess; 围棋 go; 象棋 chess; 篮球 basketball; 足球 football; 网球 tennis; 羽毛球 badminton;
乒乓球 table tennis; 排球 volleyball; 高尔夫 golf; 棒球 baseball; 电影 movies; 音乐 music; 爵士 jazz; 爵士乐 jazz;
摇滚 rock; 古典音乐 classical music; 歌剧 opera; 游戏 games; 动漫 anime; 钢琴 piano; 吉他 guitar; 小提琴 violin;
鼓 drums; 编程 programming; 猫 cat; 狗 dog; 兔子 rabbit; 鸟 bird; 仓鼠 hamster; 金鱼 goldfish; 马 horse;
北京 Beijing; 上海 Shanghai; 广州 Guangzhou; 深圳 Shenzhen; 杭州 Hangzhou; 成都 Chengdu; 重庆 Chongqing;
南京 Nanjing; 武汉 Wuhan; 西安 Xian; 苏州 Suzhou; 天津 Tianjin; 青岛 Qingdao; 厦门 Xiamen; 长沙 Changsha;
大连 Dalian; 昆明 Kunming; 香港 Hong Kong; 澳门 Macau; 台北 Taipei; 东京 Tokyo; 大阪 Osaka; 京都 Kyoto; 首尔 Seoul;
新加坡 Singapore; 曼谷 Bangkok; 纽约 New York; 旧金山 San Francisco; 洛杉矶 Los Angeles; 西雅图 Seattle;
波士顿 Boston; 芝加哥 Chicago; 伦敦 London; 巴黎 Paris; 柏林 Berlin; 慕尼黑 Munich; 罗马 Rome; 米兰 Milan;
马德里 Madrid; 巴塞罗那 Barcelona; 阿姆斯特丹 Amsterdam; 维也纳 Vienna; 苏黎世 Zurich; 莫斯科 Moscow; 悉尼 Sydney;
墨尔本 Melbourne; 多伦多 Toronto; 温哥华 Vancouver; 中国 China; 美国 USA; 英国 UK; 法国 France; 德国 Germany;
日本 Japan; 韩国 Korea; 意大利 Italy; 西班牙 Spain; 加拿大 Canada; 澳大利亚 Australia; 印度 India; 泰国 Thailand;
中文 Chinese; 汉语 Chinese; 普通话 Mandarin; 粤语 Cantonese; 英语 English; 英文 English; 法语 French; 德语 German;
日语 Japanese; 韩语 Korean; 西班牙语 Spanish; 俄语 Russian; 意大利语 Italian; 葡萄牙语 Portuguese; 阿里巴巴 Alibaba;
阿里 Alibaba; 腾讯 Tencent; 百度 Baidu; 华为 Huawei; 小米 Xiaomi; 京东 JD; 美团 Meituan; 字节跳动 ByteDance;
字节 ByteDance; 谷歌 Google; 微软 Microsoft; 亚马逊 Amazon; 特斯拉 Tesla; 宝马 BMW; 奔驰 Mercedes; 丰田 Toyota;
比亚迪 BYD; 清华大学 Tsinghua; 清华 Tsinghua; 北京大学 Peking; 北大 Peking; 医生 doctor; 护士 nurse; 老师 teacher;
教师 teacher; 教授 professor; 律师 lawyer; 工程师 engineer; 程序员 programmer; 软件工程师 software engineer;
设计师 designer; 产品经理 product manager; 项目经理 project manager; 会计 accountant; 司机 driver; 厨师 chef;
记者 journalist; 作家 writer; 学生 student; 研究员 researcher; 科学家 scientist; 销售 sales; 警察 police officer;
自由职业者 freelancer; 退休 retired; 单身 single; 已婚 married; 结婚 married; 离婚 divorced; 订婚 engaged;
靠窗 window; 窗边 window; 靠过道 aisle; 过道 aisle; 走道 aisle; 红色 red; 蓝色 blue; 绿色 green; 黄色 yellow;
紫色 purple; 黑色 black; 白色 white; 粉色 pink; 橙色 orange; 灰色 grey; 安娜 Anna; 出差 business trip
"""


@lru_cache(maxsize=1)
def pairs() -> dict[str, str]:
    """Give the English for each Chinese thing."""
    rows = (pair.split(maxsplit=1) for pair in re.split(r"\s*;\s*", _PAIRS.strip()) if pair)
    return {row[0]: row[1].casefold() for row in rows}


@lru_cache(maxsize=4096)
def in_english(chinese: str) -> str | None:
    """Give the English for a run of Chinese made of known things only, longest first; None when a part is not known."""
    known, found, rest = pairs(), [], chinese
    while rest:
        size = next((n for n in range(min(6, len(rest)), 0, -1) if rest[:n] in known), 0)
        if not size:
            return None
        found.append(known[rest[:size]])
        rest = rest[size:]
    return " ".join(found) or None
