"""Pictures as PNG, by resvg (the extra `png`)."""

from vanuatu.cli.errors import CallFault, missing_package


def require() -> None:
    """Raise CallFault with what to install, if resvg is missing."""
    try:
        import resvg_py  # noqa: F401
    except ImportError:
        raise CallFault(missing_package("--png", "resvg_py", "png")) from None


def as_png(svg: str) -> bytes:
    """Return a picture, in the size that it has as SVG. Its letters are from the fonts of the system."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
