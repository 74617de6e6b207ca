"""Rule sets from files: the built-in ones by name, a house's own by the path of a TOML file."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from typing import Any

from manni.cards import RANKS, CardSet, Contract, Seat
from manni.errors import NotationError, RulesError, quote
from manni.rules.ruleset import KINDS, ContractKind, RuleSet

BUILT_IN = ("hornafjordur", "plain", "declared")
"""Names of the built-in rule sets; the first is the default."""

_LARGEST_FILE = 1 << 16


def load_rules(source: str | os.PathLike[str] | Mapping[str, Any] | RuleSet = BUILT_IN[0]) -> RuleSet:
    """Load a rule set.

    Parameters
    ----------
    source : str, path, mapping or RuleSet
        The name of a built-in rule set, the path of a TOML file, the content of such a file, or a rule set (returned
        as it is). A file may start from a built-in with ``base = "hornafjordur"`` and state only what differs. Stating
        ``contract_source`` or ``exchange`` anew drops what belonged to the base's; stating ``target`` or ``hands``
        drops the base's other one.

    Raises
    ------
    RulesError
        Naming the field, for a file that cannot be read or rules that contradict themselves.
    """
    if isinstance(source, RuleSet):
        return source
    if isinstance(source, Mapping):
        return rules_from_dict(source)
    if not isinstance(source, (str, os.PathLike)):
        raise RulesError("rules", f"{quote(source)} is not the name or path of a rule set")
    if source in BUILT_IN:
        return _built_in(str(source))
    data = _read_toml(source)
    data.setdefault("name", Path(source).stem)
    return rules_from_dict(data)


def rules_from_dict(data: Mapping[str, Any]) -> RuleSet:
    """Make a rule set from the keys of a rule file; undoes `RuleSet.to_dict`."""
    merged = _on_base(dict(data))
    rules = _make(merged)
    if rules.name in BUILT_IN and rules != _built_in(rules.name):
        raise RulesError("name", f"{quote(rules.name)} is a built-in rule set; rules that differ need another name")
    return rules


def rules_from_json(value: object, field: str = "rules") -> RuleSet:
    """Read what `rules_to_json` writes: a name or path, or the whole rule set."""
    if not isinstance(value, (str, Mapping)):
        raise RulesError(field, f"{quote(value)} is not a rule set's name, path or content")
    return load_rules(value)


def rules_to_json(rules: RuleSet) -> str | dict[str, Any]:
    """The name of a built-in rule set, the whole content of a house's, so that a record explains itself."""
    return rules.name if rules.name in BUILT_IN and rules == _built_in(rules.name) else rules.to_dict()


@cache
def _built_in(name: str) -> RuleSet:
    return _make(_read_toml(Path(__file__).with_name(f"{name}.toml")))


def _read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    shown = quote(os.fspath(path), 80)
    try:
        with open(path, "rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except IsADirectoryError:
        raise RulesError("rules", f"{shown} is a directory, not a rule file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        names = ", ".join(BUILT_IN)
        raise RulesError("rules", f"{shown} is no built-in rule set ({names}) and no rule file ({reason})") from None
    if len(content) > _LARGEST_FILE:
        raise RulesError("rules", f"{shown} is larger than a rule file may be ({_LARGEST_FILE} bytes)")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise RulesError("rules", f"{shown} is not UTF-8 text") from None
    except RecursionError:
        raise RulesError("rules", f"{shown} is nested too deeply") from None
    except ValueError as error:
        raise RulesError("rules", f"{shown} is not TOML: {' '.join(str(error).split())[:120]}") from None


def _on_base(data: dict[str, Any]) -> dict[str, Any]:
    """Fill in what a house left to the built-in that it names as its base."""
    if "base" not in data:
        return data
    base = data.pop("base")
    if base not in BUILT_IN:
        raise RulesError("base", f"{quote(base)} is not a built-in rule set ({', '.join(BUILT_IN)})")
    if "name" not in data:
        raise RulesError("name", "missing: a house needs a name of its own")
    inherited = _built_in(base).to_dict()
    dropped = set()
    if data.get("contract_source", inherited["contract_source"]) != inherited["contract_source"]:
        dropped |= {"cut", "rotation"}
    if data.get("exchange", inherited["exchange"]) != inherited["exchange"]:
        dropped |= {"allowances"}
    if "target" in data or "hands" in data:
        dropped |= {"target", "hands"}
    return {key: value for key, value in inherited.items() if key not in dropped} | data


def _make(data: Mapping[str, Any]) -> RuleSet:
    for key in data:
        if key not in _KEYS:
            raise RulesError(quote(key).strip("'"), f"no such key; a rule set has base, {', '.join(_KEYS)}")
    for key in _REQUIRED:
        if key not in data:
            raise RulesError(key, "missing, and there is no base to take it from")
    return RuleSet(**{key: _READERS[key](value) if key in _READERS else value for key, value in data.items()})


def _deck(value: object) -> CardSet:
    """Read ranks that all four suits have (``AKQJT987``), or the cards in the notation of a hand."""
    if not isinstance(value, str):
        raise RulesError("deck", f"{quote(value)} is not text")
    try:
        if "." not in value and " " not in value.strip():
            value = ".".join([value.strip()] * 4)
        return CardSet.parse(value, "deck")
    except NotationError as error:
        raise RulesError(error.field, error.reason) from None


def _ranks(value: object, field: str) -> list[int]:
    text = "".join(value) if isinstance(value, list) and all(isinstance(rank, str) for rank in value) else value
    if not isinstance(text, str):
        raise RulesError(field, f"{quote(value)} is not text such as '6789'")
    ranks = text.upper().replace("10", "T").replace(",", " ").replace(" ", "")
    for rank in ranks:
        if rank not in RANKS:
            raise RulesError(field, f"{quote(rank)} is not a rank")
    return [RANKS.index(rank) for rank in ranks]


def _cut(value: object) -> dict[int, ContractKind]:
    if not isinstance(value, Mapping):
        raise RulesError("cut", f"{quote(value)} is not a table of ranks under {', '.join(KINDS)}")
    cut: dict[int, ContractKind] = {}
    for kind, ranks in value.items():
        if kind not in KINDS:
            raise RulesError("cut", f"{quote(kind)} is not one of {', '.join(KINDS)}")
        for rank in _ranks(ranks, f"cut.{kind}"):
            if rank in cut:
                raise RulesError("cut", f"rank {RANKS[rank]} gives both {cut[rank]} and {kind}")
            cut[rank] = kind
    return cut


def _rotation(value: object) -> tuple[Contract, ...]:
    if not isinstance(value, list):
        raise RulesError("rotation", f"{quote(value)} is not a list of contracts")
    try:
        return tuple(Contract.parse(contract, "rotation") for contract in value)
    except NotationError as error:
        raise RulesError(error.field, error.reason) from None


def _allowances(value: object) -> object:
    """Turn a table by seat into a list; the rule set itself checks the numbers."""
    if not isinstance(value, Mapping):
        return value
    if set(value) != {str(seat) for seat in Seat}:
        raise RulesError("allowances", "a table of them has the keys F, M and D")
    return [value[str(seat)] for seat in Seat]


_KEYS = tuple(f.name for f in fields(RuleSet))
_REQUIRED = tuple(f.name for f in fields(RuleSet) if f.default is MISSING and f.default_factory is MISSING)
_READERS: dict[str, Callable[[object], Any]] = {
    "deck": _deck,
    "cut": _cut,
    "rotation": _rotation,
    "allowances": _allowances,
}
