"""Names of places, as far as they are needed to tell 「我在北京工作」 from 「我在字节工作」, and Berliners from bakers."""

from __future__ import annotations

from memory.extraction.word_list import names, words

PROVINCES = words(
    "北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 "
    "广东 广西 海南 四川 贵州 云南 西藏 陕西 甘肃 青海 宁夏 新疆 内蒙古 内蒙 台湾 香港 澳门 东北 "
    "江南 潮汕 闽南 关中 陕北 川渝"
)
CITIES_ZH = words(
    "广州 深圳 杭州 南京 苏州 成都 武汉 西安 长沙 郑州 青岛 大连 厦门 宁波 无锡 合肥 福州 济南 昆明 "
    "沈阳 哈尔滨 长春 石家庄 太原 南昌 南宁 贵阳 海口 三亚 兰州 西宁 银川 乌鲁木齐 拉萨 呼和浩特 "
    "珠海 佛山 东莞 惠州 中山 汕头 温州 绍兴 嘉兴 金华 台州 常州 南通 扬州 徐州 镇江 泰州 盐城 烟台 "
    "潍坊 临沂 威海 洛阳 开封 南阳 宜昌 襄阳 荆州 株洲 湘潭 衡阳 岳阳 常德 桂林 柳州 北海 绵阳 德阳 "
    "乐山 宜宾 泸州 自贡 遵义 大理 丽江 泉州 漳州 莆田 赣州 九江 景德镇 芜湖 蚌埠 黄山 唐山 保定 "
    "秦皇岛 邯郸 廊坊 大同 鞍山 包头 鄂尔多斯 咸阳 宝鸡 延安 天水 喀什 义乌 昆山 浦东 海淀 朝阳 "
    "西湖 南山 天河 台北 高雄 台中 新竹 九龙 东京 大阪 京都 首尔 釜山 新加坡 曼谷 清迈 吉隆坡 "
    "巴厘岛 雅加达 马尼拉 河内 胡志明 迪拜 孟买 新德里 伦敦 巴黎 柏林 慕尼黑 汉堡 法兰克福 罗马 "
    "米兰 马德里 巴塞罗那 阿姆斯特丹 布鲁塞尔 维也纳 苏黎世 日内瓦 斯德哥尔摩 哥本哈根 奥斯陆 "
    "赫尔辛基 都柏林 爱丁堡 曼彻斯特 里斯本 布拉格 华沙 布达佩斯 雅典 莫斯科 圣彼得堡 伊斯坦布尔 "
    "开罗 纽约 旧金山 洛杉矶 西雅图 波士顿 芝加哥 华盛顿 休斯顿 奥斯汀 硅谷 湾区 多伦多 温哥华 "
    "蒙特利尔 悉尼 墨尔本 布里斯班 奥克兰 圣保罗 墨西哥城"
)
COUNTRIES_ZH = words(
    "中国 美国 日本 韩国 英国 法国 德国 意大利 西班牙 葡萄牙 荷兰 比利时 瑞士 奥地利 瑞典 挪威 丹麦 "
    "芬兰 俄罗斯 乌克兰 波兰 希腊 土耳其 加拿大 澳大利亚 澳洲 新西兰 巴西 阿根廷 墨西哥 印度 泰国 "
    "越南 马来西亚 菲律宾 印尼 印度尼西亚 埃及 南非 以色列 伊朗 阿联酋 爱尔兰 冰岛 捷克 匈牙利 "
    "新加坡"
)
PLACES_ZH = PROVINCES | CITIES_ZH | COUNTRIES_ZH

PLACES_EN = names(
    "berlin, munich, hamburg, frankfurt, cologne, paris, lyon, marseille, london, manchester, edinburgh, "
    "glasgow, dublin, belfast, cardiff, bristol, leeds, oxford, cambridge, liverpool, rome, milan, turin, "
    "florence, venice, naples, madrid, barcelona, valencia, seville, lisbon, porto, amsterdam, rotterdam, "
    "utrecht, brussels, antwerp, vienna, zurich, geneva, basel, bern, prague, warsaw, krakow, budapest, athens, "
    "stockholm, gothenburg, copenhagen, oslo, bergen, helsinki, reykjavik, moscow, kyiv, kiev, istanbul, ankara, "
    "dubai, abu dhabi, doha, tel aviv, cairo, nairobi, lagos, cape town, johannesburg, new york, new york city, "
    "nyc, brooklyn, boston, chicago, seattle, portland, san francisco, sf, oakland, san jose, los angeles, la, "
    "san diego, austin, dallas, houston, denver, boulder, phoenix, atlanta, miami, orlando, tampa, philadelphia, "
    "pittsburgh, detroit, minneapolis, nashville, new orleans, las vegas, salt lake city, washington, "
    "washington dc, dc, toronto, vancouver, montreal, ottawa, calgary, mexico city, bogota, lima, santiago, "
    "buenos aires, sao paulo, rio, rio de janeiro, tokyo, osaka, kyoto, seoul, busan, beijing, shanghai, "
    "shenzhen, guangzhou, hangzhou, chengdu, wuhan, nanjing, suzhou, xi'an, chongqing, tianjin, hong kong, "
    "taipei, singapore, bangkok, chiang mai, kuala lumpur, jakarta, bali, manila, hanoi, saigon, "
    "ho chi minh city, mumbai, delhi, new delhi, bangalore, bengaluru, hyderabad, chennai, pune, kolkata, "
    "sydney, melbourne, brisbane, perth, auckland, wellington, the bay area, silicon valley, california, texas, "
    "florida, oregon, ohio, virginia, germany, france, england, scotland, wales, ireland, northern ireland, "
    "the uk, uk, the united kingdom, italy, spain, portugal, the netherlands, netherlands, holland, belgium, "
    "switzerland, austria, sweden, norway, denmark, finland, iceland, poland, czechia, hungary, greece, turkey, "
    "russia, ukraine, israel, egypt, kenya, nigeria, south africa, the us, us, usa, the usa, the states, "
    "the united states, america, canada, mexico, brazil, argentina, chile, peru, colombia, japan, china, korea, "
    "south korea, taiwan, india, thailand, vietnam, malaysia, indonesia, the philippines, australia, "
    "new zealand"
)


def is_place(name: str) -> bool:
    """True when this is a place that the lists above know, or one that says so by its ending."""
    flat = name.strip().casefold()
    if flat in PLACES_EN:
        return True
    head = flat.split(",")[0].strip()
    if head in PLACES_EN:
        return True
    if flat in PLACES_ZH or (
        any(flat.startswith(p) and len(flat) <= len(p) + 4 for p in PLACES_ZH - COUNTRIES_ZH if len(flat) > len(p))
        and not flat.endswith(
            (
                "大学",
                "银行",
                "公司",
                "医院",
                "集团",
                "学院",
                "中学",
                "航空",
                "证券",
                "卫视",
                "日报",
                "软件",
                "科技",
                "电视台",
                "出版社",
                "研究院",
                "时报",
                "同仁",
            )
        )
    ):
        return True
    return len(flat) >= 2 and flat.endswith(
        ("市", "省", "县", "区", "镇", "村", "新区", "那边", "这边", "郊区", "城里", "乡下", "老家")
    )
