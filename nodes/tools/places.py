"""Well-known cities under their Chinese and English names, and how to find them in a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True, kw_only=True)
class City:
    """A city that the sample data knows by name."""

    zh: str
    en: str
    latitude: float
    longitude: float
    timezone: str
    airport: str
    """The IATA code of its main airport."""
    aliases: tuple[str, ...] = ()

    def name(self, language: str) -> str:
        """Give its name in `zh` or in English."""
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A city's name, found in a text."""

    city: City
    start: int
    end: int


_ROWS = """
北京|Beijing|39.90|116.41|Asia/Shanghai|PEK|Peking|PKX|首都机场|大兴机场
上海|Shanghai|31.23|121.47|Asia/Shanghai|SHA|PVG|虹桥|浦东
广州|Guangzhou|23.13|113.26|Asia/Shanghai|CAN|Canton
深圳|Shenzhen|22.54|114.06|Asia/Shanghai|SZX
成都|Chengdu|30.57|104.07|Asia/Shanghai|CTU|TFU|天府机场|双流机场
重庆|Chongqing|29.56|106.55|Asia/Shanghai|CKG
杭州|Hangzhou|30.27|120.16|Asia/Shanghai|HGH
南京|Nanjing|32.06|118.80|Asia/Shanghai|NKG
武汉|Wuhan|30.59|114.31|Asia/Shanghai|WUH
西安|Xi'an|34.34|108.94|Asia/Shanghai|XIY|Xian|Xi’an
苏州|Suzhou|31.30|120.59|Asia/Shanghai|SZV
天津|Tianjin|39.34|117.36|Asia/Shanghai|TSN
青岛|Qingdao|36.07|120.38|Asia/Shanghai|TAO
大连|Dalian|38.91|121.60|Asia/Shanghai|DLC
厦门|Xiamen|24.48|118.09|Asia/Shanghai|XMN|Amoy
昆明|Kunming|24.88|102.83|Asia/Shanghai|KMG
长沙|Changsha|28.23|112.94|Asia/Shanghai|CSX
郑州|Zhengzhou|34.75|113.63|Asia/Shanghai|CGO
沈阳|Shenyang|41.81|123.43|Asia/Shanghai|SHE
哈尔滨|Harbin|45.80|126.53|Asia/Shanghai|HRB
三亚|Sanya|18.25|109.51|Asia/Shanghai|SYX
海口|Haikou|20.04|110.34|Asia/Shanghai|HAK
拉萨|Lhasa|29.65|91.14|Asia/Shanghai|LXA
乌鲁木齐|Urumqi|43.83|87.62|Asia/Urumqi|URC|Ürümqi
贵阳|Guiyang|26.65|106.63|Asia/Shanghai|KWE
南宁|Nanning|22.82|108.37|Asia/Shanghai|NNG
福州|Fuzhou|26.07|119.30|Asia/Shanghai|FOC
济南|Jinan|36.65|117.12|Asia/Shanghai|TNA
合肥|Hefei|31.82|117.23|Asia/Shanghai|HFE
宁波|Ningbo|29.87|121.54|Asia/Shanghai|NGB
桂林|Guilin|25.27|110.29|Asia/Shanghai|KWL
香港|Hong Kong|22.32|114.17|Asia/Hong_Kong|HKG|HongKong
澳门|Macau|22.20|113.54|Asia/Macau|MFM|Macao
台北|Taipei|25.03|121.57|Asia/Taipei|TPE|臺北
东京|Tokyo|35.68|139.69|Asia/Tokyo|HND|NRT
大阪|Osaka|34.69|135.50|Asia/Tokyo|KIX
首尔|Seoul|37.57|126.98|Asia/Seoul|ICN
新加坡|Singapore|1.35|103.82|Asia/Singapore|SIN
曼谷|Bangkok|13.76|100.50|Asia/Bangkok|BKK
吉隆坡|Kuala Lumpur|3.14|101.69|Asia/Kuala_Lumpur|KUL
孟买|Mumbai|19.08|72.88|Asia/Kolkata|BOM|Bombay
德里|Delhi|28.61|77.21|Asia/Kolkata|DEL|New Delhi|新德里
迪拜|Dubai|25.20|55.27|Asia/Dubai|DXB
伊斯坦布尔|Istanbul|41.01|28.98|Europe/Istanbul|IST
莫斯科|Moscow|55.76|37.62|Europe/Moscow|SVO
伦敦|London|51.51|-0.13|Europe/London|LHR
巴黎|Paris|48.86|2.35|Europe/Paris|CDG
柏林|Berlin|52.52|13.40|Europe/Berlin|BER
慕尼黑|Munich|48.14|11.58|Europe/Berlin|MUC|München
法兰克福|Frankfurt|50.11|8.68|Europe/Berlin|FRA
罗马|Rome|41.90|12.50|Europe/Rome|FCO
米兰|Milan|45.46|9.19|Europe/Rome|MXP
马德里|Madrid|40.42|-3.70|Europe/Madrid|MAD
巴塞罗那|Barcelona|41.39|2.17|Europe/Madrid|BCN
阿姆斯特丹|Amsterdam|52.37|4.90|Europe/Amsterdam|AMS
苏黎世|Zurich|47.38|8.54|Europe/Zurich|ZRH|Zürich
维也纳|Vienna|48.21|16.37|Europe/Vienna|VIE
开罗|Cairo|30.04|31.24|Africa/Cairo|CAI
纽约|New York|40.71|-74.01|America/New_York|JFK|NYC|New York City
波士顿|Boston|42.36|-71.06|America/New_York|BOS
华盛顿|Washington|38.91|-77.04|America/New_York|IAD|Washington DC|Washington, DC
芝加哥|Chicago|41.88|-87.63|America/Chicago|ORD
旧金山|San Francisco|37.77|-122.42|America/Los_Angeles|SFO|SF|三藩市
洛杉矶|Los Angeles|34.05|-118.24|America/Los_Angeles|LAX|LA|L.A.
西雅图|Seattle|47.61|-122.33|America/Los_Angeles|SEA
多伦多|Toronto|43.65|-79.38|America/Toronto|YYZ
温哥华|Vancouver|49.28|-123.12|America/Vancouver|YVR
悉尼|Sydney|-33.87|151.21|Australia/Sydney|SYD
墨尔本|Melbourne|-37.81|144.96|Australia/Melbourne|MEL
圣保罗|São Paulo|-23.55|-46.63|America/Sao_Paulo|GRU|Sao Paulo
"""


def _city(row: str) -> City:
    zh, en, latitude, longitude, timezone, airport, *aliases = row.split("|")
    return City(
        zh=zh,
        en=en,
        latitude=float(latitude),
        longitude=float(longitude),
        timezone=timezone,
        airport=airport,
        aliases=tuple(aliases),
    )


CITIES: tuple[City, ...] = tuple(_city(row) for row in _ROWS.strip().splitlines())


@lru_cache(maxsize=1)
def _by_name() -> dict[str, City]:
    return {n.casefold(): c for c in CITIES for n in (c.zh, c.en, c.airport, *c.aliases)}


@lru_cache(maxsize=1)
def _names() -> re.Pattern[str]:
    every = [n for c in CITIES for n in (c.zh, c.en, c.airport, *c.aliases)]
    names = sorted((n for n in every if not _is_code(n)), key=len, reverse=True)
    spoken = [re.escape(n) if n[0] > "\u2e80" else rf"(?<![A-Za-z]){re.escape(n)}(?![A-Za-z])" for n in names]
    codes = "|".join(n for n in every if _is_code(n))
    return re.compile(rf"(?i:{'|'.join(spoken)})|(?<![A-Za-z])(?:{codes})(?![A-Za-z])")


def _is_code(name: str) -> bool:
    return name.isascii() and name.isupper() and len(name) <= 3


def known_city(name: str) -> City | None:
    """Give the city of that name, in Chinese, English or as an airport code; None when the table has none."""
    plain = re.sub(r"\s+", " ", name.strip()).casefold()
    table = _by_name()
    return table.get(plain) or table.get(plain.removesuffix("市")) or table.get(plain.removesuffix(" city"))


def find_places(text: str) -> list[Place]:
    """Give the known cities that a text names, in order. Codes of up to three letters count only in capitals."""
    table = _by_name()
    return [
        Place(city=table[m[0].casefold()], start=m.start(), end=m.end())
        for m in _names().finditer(text)
        if m[0].casefold() in table
    ]
