"""Words of 64 bits: what the processor does in one instruction, and Python has no operator for."""

from collections.abc import Callable
from typing import Any, cast

from numba.core import types
from numba.extending import intrinsic

_IntOp = Callable[[int], int]


def _instruction(name: str, *flags: bool) -> _IntOp:
    """A compiled function of a word that is one instruction of LLVM."""

    def emit(_typing: Any, word: Any) -> Any:
        def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            (value,) = arguments
            return getattr(builder, name)(value, *(value.type.__class__(1)(flag) for flag in flags))

        return types.int64(word), code

    emit.__name__ = name
    # Numba gives the type of what writes the code, not of the code.
    return cast("_IntOp", intrinsic(emit))


trailing_zeros = _instruction("cttz", False)
"""The number of the lowest bit that is set; 64 in an empty word."""

leading_zeros = _instruction("ctlz", False)
"""How many bits above the highest one that is set are not; 64 in an empty word."""

popcount = _instruction("ctpop")
"""How many bits are set."""
