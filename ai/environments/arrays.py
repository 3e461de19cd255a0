"""numpy for the environments, which is there only with an extra."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Flags = npt.NDArray[np.bool_]
    Integers = npt.NDArray[np.int64]
    Mask = npt.NDArray[np.int8]


def require_numpy() -> Any:  # the module, whose types are there only with the extra
    """Return numpy. Raise ImportError, with the extra to install, if it is missing."""
    try:
        import numpy
    except ImportError:
        raise ImportError(
            "numpy is not installed. Try: pip install '.[learn]' in the project's folder"
        ) from None
    return numpy
