"""Bit operations on 64-bit words that a processor does in one instruction and Python has no operator for."""

from collections.abc import Callable
from typing import Any, cast

from numba.core import types
from numba.extending import intrinsic

_IntOp = Callable[[int], int]


def _instruction(name: str, *flags: bool) -> _IntOp:
    """A function of a word, for compiled code only, that becomes one LLVM instruction.

    `flags` are its further operands: cttz and ctlz take whether zero is undefined, which it is not here.
    """

    def emit(_typing: Any, word: Any) -> Any:
        def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            (value,) = arguments
            return getattr(builder, name)(value, *(value.type.__class__(1)(flag) for flag in flags))

        return types.int64(word), code

    emit.__name__ = name
    # Numba's annotation is the type of the code generator, not of the generated function.
    return cast("_IntOp", intrinsic(emit))


trailing_zeros = _instruction("cttz", False)
"""The number of the lowest set bit; 64 for an empty word."""

leading_zeros = _instruction("ctlz", False)
"""The number of zero bits above the highest set bit; 64 for an empty word."""

popcount = _instruction("ctpop")
"""The number of set bits."""
