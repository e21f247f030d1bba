"""Filters: what Chroma can narrow down by itself, and the exact answer, which is always given here.

Chroma compares only numbers, has no null, and takes one operator an object. So a filter is used twice: `where_of`
gives a condition that never rejects an item that the filter accepts, and `accepts` decides on the value itself.

Where the shipped stores disagree, ours does what PostgresStore does: an item without the key matches nothing but
`None` (also not `$ne`), a number is never equal to a boolean, text compares with text by code point and never with a
number. Nested objects, which PostgresStore refuses, are compared as InMemoryStore does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory.chroma_store.rows import filterable, is_filterable_key

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


def where_of(filter: Mapping[str, Any] | None) -> tuple[list[Where], bool]:
    """Give conditions for Chroma, to be ANDed, and whether they say all that the filter says."""
    conditions: list[Where] = []
    exact = True
    for key, wanted in (filter or {}).items():
        pairs = list(wanted.items()) if _is_operators(wanted) else [("$eq", wanted)]
        for operator, operand in pairs:
            scalar = filterable(operand)
            if scalar is None or not is_filterable_key(key) or operator == "$ne":
                exact = False  # $ne: Chroma also matches rows without the key
                if operator == "$ne" and scalar is not None and is_filterable_key(key) and _is_sharp(operand):
                    conditions.append({f"f.{key}": {"$ne": scalar}})
            elif operator == "$eq":
                conditions.append({f"f.{key}": {"$eq": scalar}})
                exact = exact and _is_sharp(operand)
            else:
                exact = False
                if isinstance(operand, (int, float)) and not isinstance(operand, bool):
                    wide = {"$gt": "$gte", "$lt": "$lte"}.get(operator, operator)
                    conditions.append({f"f.{key}": {wide: scalar}})
    return conditions, exact


def all_of(conditions: list[Where]) -> Where | None:
    """Join conditions: Chroma takes no empty object, and no `$and` of one."""
    if not conditions:
        return None
    return conditions[0] if len(conditions) == 1 else {"$and": conditions}


def _is_operators(wanted: object) -> bool:
    return isinstance(wanted, Mapping) and bool(wanted) and all(str(k).startswith("$") for k in wanted)


def _is_sharp(operand: object) -> bool:
    """True when only one scalar is kept as this one's metadata: large numbers share theirs with their neighbours."""
    if isinstance(operand, (int, float)) and not isinstance(operand, bool):
        return abs(operand) < 2**53
    return True


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
