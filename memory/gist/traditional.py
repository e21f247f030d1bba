"""Reads traditional Chinese characters as the simplified ones that the rules know; the length stays the same.

Only characters with one simplified form are in the table, and the commonest of them: what is missing is left as it is.
"""

from __future__ import annotations

_PAIRS = """
萬万與与專专業业東东絲丝兩两嚴严豐丰個个臨临為为麗丽舉举麼么義义烏乌樂乐喬乔習习鄉乡書书買买亂乱爭争虧亏雲云亞亚產产畝亩親亲億亿僅仅從从倉仓儀仪們们價价眾众優优夥伙會会偉伟傳传傷伤倫伦偽伪體体餘余備备
債债傾倾兒儿黨党蘭兰關关興兴養养獸兽內内岡冈冊册寫写軍军農农馮冯沖冲決决況况凍冻淨净準准涼凉減减湊凑鳳凤憑凭凱凯擊击劃划劉刘則则剛刚創创刪删別别劇剧劍剑勸劝辦办務务動动勵励勁劲勞劳勢势區区醫医華华協协
單单賣卖盧卢衛卫廠厂廳厅歷历壓压厭厌廚厨縣县雙双發发變变葉叶號号嘆叹嚇吓嗎吗聽听啟启吳吴員员週周響响啞哑嘗尝園园圍围國国圖图圓圆聖圣場场壞坏塊块堅坚壇坛墜坠壽寿夢梦夾夹奪夺奮奋獎奖婦妇媽妈嬰婴孫孙學学
寧宁寶宝實实審审憲宪寬宽賓宾對对尋寻導导將将爾尔塵尘堯尧屆届屬属層层歲岁崗岗島岛嶺岭峽峡幣币師师帳帐帶带幫帮幹干廣广莊庄慶庆庫库應应廟庙廢废開开異异棄弃張张彎弯彈弹強强歸归當当錄录徹彻徑径憶忆懷怀態态
憐怜總总戀恋惡恶惱恼懸悬驚惊懼惧慣惯憤愤懶懒戲戏戰战撲扑執执擴扩掃扫揚扬擾扰撫抚拋抛搶抢護护報报擔担擬拟攏拢揀拣擁拥攔拦撥拨擇择掛挂摯挚撓挠擋挡掙挣擠挤揮挥損损換换據据擺摆搖摇攤摊撐撑數数齋斋斷断無无
舊旧時时曠旷晝昼顯显曉晓暫暂術术樸朴機机殺杀雜杂權权條条來来楊杨極极構构槍枪櫃柜標标棧栈棟栋欄栏樹树樣样橋桥檢检樓楼橫横歡欢歐欧毀毁畢毕氣气漢汉湯汤溝沟沒没淚泪潔洁灑洒濃浓測测濟济渾浑滬沪湧涌濤涛潤润
漲涨漸渐溫温灣湾濕湿滅灭燈灯靈灵災灾爐炉點点煉炼爛烂煩烦燒烧熱热愛爱爺爷狀状猶犹獨独狹狭獅狮獄狱貓猫豬猪獻献環环現现瑪玛電电畫画暢畅療疗瘋疯癢痒監监蓋盖盤盘礦矿碼码磚砖確确禮礼禱祷禍祸離离種种積积稱称
穩稳窮穷竊窃競竞筆笔籃篮籤签簡简類类糧粮緊紧紅红約约級级紀纪紙纸純纯紗纱納纳紐纽線线練练組组細细織织終终紹绍經经結结給给絡络絕绝統统繼继績绩續续維维綠绿緒绪緩缓編编緣缘縮缩繳缴網网羅罗罰罚聞闻職职聯联
聰聪腦脑臉脸腳脚膽胆臟脏膚肤腎肾腫肿脹胀腸肠艦舰藝艺節节蘇苏蘋苹薦荐榮荣藥药萊莱獲获薩萨藍蓝虛虚蟲虫蝦虾螞蚂補补襯衬襪袜見见觀观規规視视覺觉覽览觸触計计訂订認认討讨讓让訊讯記记講讲許许論论設设訪访證证
評评識识詞词試试詩诗話话該该詳详語语誤误說说請请諸诸讀读課课誰谁調调談谈謝谢譯译譜谱豈岂貝贝負负財财責责貨货質质販贩貪贪購购貴贵費费貸贷賀贺資资賴赖賺赚賽赛贈赠贊赞趙赵趕赶躍跃車车軌轨軟软轉转輪轮輕轻
載载輔辅較较輛辆輸输辭辞邊边遼辽達达遷迁過过運运還还這这進进遠远違违連连遲迟適适選选遊游郵邮鄰邻鄭郑釋释裡里裏里針针釣钓鈴铃鋼钢錢钱鐘钟鐵铁銀银鋪铺銷销鎖锁鍋锅錯错鍛锻鍵键鏡镜長长門门閉闭問问閃闪間间
悶闷鬧闹閱阅隊队陽阳陰阴階阶際际陸陆陳陈險险隨随隱隐難难雞鸡霧雾靜静頂顶項项順顺須须頓顿預预領领頭头頻频顆颗題题顏颜額额願愿風风飛飞飯饭飲饮飾饰飽饱餅饼餓饿館馆饅馒馬马駕驾駐驻騎骑驗验騙骗騰腾驢驴魚鱼
魯鲁鮮鲜鯉鲤鳥鸟鴨鸭鵝鹅鷹鹰麥麦黃黄齊齐齒齿齡龄龍龙龜龟喫吃羣群牀床裝装製制髮发臺台颱台係系繫系後后衝冲託托鬆松鬥斗麵面鹹咸嚐尝誌志佈布妳你祂他牠它嘍喽囉啰韓韩贏赢診诊屍尸肅肃併并紮扎髒脏鏽锈鬍胡鬚须
豔艳黴霉隻只慾欲籲吁閒闲壩坝佔占於于乾干嚮向
"""
_KNOWN = "".join(_PAIRS.split())
_SIMPLE = str.maketrans({_KNOWN[i]: _KNOWN[i + 1] for i in range(0, len(_KNOWN), 2)})


def simplified(text: str) -> str:
    """Give a text in simplified characters, each in the place of its own."""
    return text if text.isascii() else text.translate(_SIMPLE)


def as_spelt(words: str, text: str, spelt: str) -> str:
    """Give words of a simplified text as they are spelt in the original of the same length.

    Words that do not stand in it are spelt character by character, as the original spells them elsewhere.
    """
    at = text.find(words) if words else -1
    if at >= 0:
        return spelt[at : at + len(words)]
    own = {plain: own for plain, own in zip(text, spelt, strict=False) if plain != own}
    return "".join(own.get(char, char) for char in words)
