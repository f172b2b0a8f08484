"""A module. With two sentences."""
from __future__ import annotations

import os.path as p, sys
from . import sibling
from ..pkg.mod import (name as alias, other,)
from typing import TYPE_CHECKING, Generic, TypeVar

T = TypeVar("T")
LIMIT: int = 10
a, (b, *c) = 1, (2, 3)

if TYPE_CHECKING:
    from .late import Late


@decorated(1)
class Base(Generic[T], metaclass=Meta):
    """First sentence. Second."""

    __slots__ = ("x", "y")
    kind: "Late" = None

    def __init__(self, x: int, *args: str, y: dict[str, list[Late]] = {}, **kwargs) -> None:
        self.x, self.y = x, y
        super().__init__(*args, **kwargs)

    @property
    def value(self) -> T: return self.x

    @classmethod
    async def make(cls, n: int | None = None) -> "Base[T]":
        async with open_it() as handle, other(handle) as second:
            if isinstance(second, Late) and (m := second.get(n)) is not None:
                return cls(m)
        try:
            yield await handle.read()
        except (OSError, ValueError) as error:
            raise RuntimeError(f"{error!r:>{LIMIT}} {p.join('a', "b")}") from error
        finally:
            del handle


class Kid(Base[int], sibling.Mixin):
    class Inner(enum.Enum):
        A = auto()
        B = 2

    def run(self, call=lambda q, /, *, r: r(q)):
        global LIMIT
        match self.value:
            case Kid(x=1) | [Base(), *_]:
                return [f(i) for i in self.run() if i for j in i]
            case {"k": alias.Const, **rest}:
                return {k: v for k, v in rest.items()}
        return map(other, filter(self.run, {*rest}))


def outer[T: (int, str)](x: T) -> T:
    def inner():
        nonlocal x
        return x.method().chain[0](inner)
    type Alias = list[T]
    return inner


__all__ = ["Kid", "outer"]
if __name__ == "__main__":
    outer(sys.argv)
