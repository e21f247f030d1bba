"""Filters: what Chroma can narrow down by itself, and the exact answer, which is always given here.

Chroma compares only numbers, has no null, and takes one operator an object; and its index of metadata is one for all
collections. So `where_of` narrows down by tags, which never reject an item that the filter accepts, and `accepts`
decides on the value itself.

Where the shipped stores disagree, ours does what PostgresStore does: an item without the key matches nothing but
`None` (also not `$ne`), a number is never equal to a boolean, text compares with text by code point and never with a
number. Nested objects, which PostgresStore refuses, are compared as InMemoryStore does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memory.chroma_store.rows import path_of, tag

OPERATORS = ("$eq", "$ne", "$gt", "$gte", "$lt", "$lte")
Where = dict[str, Any]
_MISSING = object()


def check_filter(filter: Mapping[str, Any] | None) -> None:
    """Refuse a filter that no store understands.

    Raises:
        ValueError: for an operator outside `OPERATORS`.
    """
    for key, wanted in (filter or {}).items():
        if isinstance(wanted, Mapping):
            for operator in wanted:
                if str(operator).startswith("$") and operator not in OPERATORS:
                    raise ValueError(
                        f"filter on {key!r} uses {operator!r}; expected one of {', '.join(OPERATORS)}; "
                        "search once for each alternative and join the results"
                    )


def accepts(value: Mapping[str, Any], filter: Mapping[str, Any] | None) -> bool:
    """True when the value passes every key of the filter."""
    return all(_matches(value.get(key, _MISSING), wanted) for key, wanted in (filter or {}).items())


def where_of(
    prefix: Sequence[str], filter: Mapping[str, Any] | None, tagged: Sequence[str] | None = None
) -> tuple[Where | None, bool]:
    """Give Chroma's condition for a prefix and what of the filter it can decide, and whether that is all of it."""
    conditions: list[Where] = [{"ns": {"$contains": path_of(prefix)}}] if prefix else []
    exact = True
    for key, wanted in (filter or {}).items():
        asked = wanted if isinstance(wanted, Mapping) else {"$eq": wanted}
        exact = exact and bool(asked)
        for operator, operand in asked.items():
            has_tags = len(prefix) >= 2 and (tagged is None or key in tagged)
            found = tag(prefix, key, operand) if has_tags else None
            if found is not None and operator in ("$eq", "$ne"):
                conditions.append({"ns": {"$contains" if operator == "$eq" else "$not_contains": found}})
            exact = exact and found is not None and operator == "$eq"  # not containing is also not having the field
    return all_of(conditions), exact


def either_of(
    prefix: Sequence[str], one_of: Mapping[str, Sequence[str]], tagged: Sequence[str] | None = None
) -> list[Where]:
    """Give Chroma's conditions that each field has one of its values, by tags alone.

    Raises:
        ValueError: a field or a value that has no tag.
    """
    out = []
    for field, values in one_of.items():
        tags = [tag(prefix, field, value) if tagged is None or field in tagged else None for value in values]
        if not tags or None in tags:
            raise ValueError(f"{field!r} is one of {list(values)!r}: not all of it has a tag; expected a tagged field")
        found: list[Where] = [{"ns": {"$contains": one}} for one in tags]
        out.append(found[0] if len(found) == 1 else {"$or": found})
    return out


def all_of(conditions: list[Where]) -> Where | None:
    """Join conditions: Chroma takes no empty object, and no `$and` of one."""
    if not conditions:
        return None
    return conditions[0] if len(conditions) == 1 else {"$and": conditions}


def _matches(have: object, wanted: object) -> bool:
    if isinstance(wanted, Mapping) and any(str(k).startswith("$") for k in wanted):
        return all(_applies(have, str(operator), operand) for operator, operand in wanted.items())
    return _applies(have, "$eq", wanted)


def _applies(have: object, operator: str, wanted: object) -> bool:
    if operator == "$eq":
        return _equal(None if have is _MISSING else have, wanted)
    if have is _MISSING or have is None:
        return False
    if operator == "$ne":
        return not _equal(have, wanted)
    if isinstance(have, bool) or isinstance(wanted, bool):
        return False
    if isinstance(have, (int, float)) and isinstance(wanted, (int, float)):
        return _compare(have, operator, wanted)
    if isinstance(have, str) and isinstance(wanted, str):
        return _compare(have, operator, wanted)
    return False


def _compare(have: Any, operator: str, wanted: Any) -> bool:
    if operator == "$gt":
        return bool(have > wanted)
    if operator == "$gte":
        return bool(have >= wanted)
    if operator == "$lt":
        return bool(have < wanted)
    return bool(have <= wanted)


def _equal(have: object, wanted: object) -> bool:
    if isinstance(have, bool) != isinstance(wanted, bool):
        return False
    if isinstance(wanted, Mapping):
        return isinstance(have, Mapping) and all(_equal(have.get(k), v) for k, v in wanted.items())
    if isinstance(wanted, (list, tuple)):
        return isinstance(have, list) and len(have) == len(wanted) and all(map(_equal, have, wanted))
    return have == wanted
