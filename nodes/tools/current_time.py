"""The tool that tells the time, anywhere."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from langchain_core.tools import BaseTool, ToolException, tool

from memory.clock import Clock, system_clock
from nodes.tools.places import known_city
from nodes.tools.results import as_text

WEEKDAYS_ZH = ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日")
WEEKDAYS_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def local_time(timezone: str, now: datetime) -> tuple[datetime, str]:
    """Give the moment in that timezone (an IATA-style name such as `Asia/Shanghai`, or a known city), and its name.

    Raises:
        ToolException: when there is no such timezone.
    """
    name = timezone.strip()
    if not name or name.lower() in {"local", "本地"}:
        here = now.astimezone()
        return here, str(here.tzinfo)
    city = known_city(name)
    zone = city.timezone if city else name
    try:
        return now.astimezone(ZoneInfo(zone)), zone
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ToolException(
            f"timezone {timezone!r} is unknown; expected a name such as Asia/Shanghai or UTC, or a well-known city; "
            "ask with one of those"
        ) from error


def current_time_tool(clock: Clock = system_clock) -> BaseTool:
    """Give the tool `current_time`, on this clock."""

    @tool
    def current_time(timezone: str = "") -> str:
        """Tell the current date, time and weekday. 查询当前的日期、时间和星期。

        Args:
            timezone: An IANA timezone such as Asia/Shanghai or Europe/London, or a well-known city such as 北京 or
                Paris. Leave it empty for the machine's own timezone.
        """
        here, zone = local_time(timezone, clock())
        out: dict[str, Any] = {
            "timezone": zone,
            "date": f"{here:%Y-%m-%d}",
            "time": f"{here:%H:%M:%S}",
            "weekday": WEEKDAYS_EN[here.weekday()],
            "星期": WEEKDAYS_ZH[here.weekday()],
            "utc_offset": f"{here:%z}",
        }
        return as_text(out)

    current_time.handle_tool_error = True
    return current_time
