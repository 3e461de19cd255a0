"""Addresses of a cluster: their syntax, and which of them are open to others.

Anyone who can reach the port of a Dask scheduler or worker can run programs there. A port on localhost is
safe from other machines. A port with TLS is safe too, because Dask then requires a certificate.
"""

import ipaddress
import re
from typing import Final

from vanuatu.notation.errors import excerpt

_ADDRESS: Final = re.compile(r"(?:(tcp|tls|ws|wss)://)?(?:\[([0-9A-Fa-f:.%\w]+)\]|([\w.-]+)):([0-9]{1,5})")
_SECURE: Final = ("tls", "wss")
_LAST_PORT: Final = 65535


class AddressFault(ValueError):
    """An invalid address of a scheduler. The message is one line."""


def full_address(text: str) -> str:
    """Return the address with its protocol; the default is tcp. Raise AddressFault if it is invalid."""
    found = _ADDRESS.fullmatch(text)
    if found is None or not 0 < int(found[4]) <= _LAST_PORT:
        raise AddressFault(
            f"--cluster: '{excerpt(text)}' is not an address. Expected tcp://127.0.0.1:8786 or tls://HOST:8786"
        )
    return text if found[1] else f"tcp://{text}"


def wants_certificates(address: str) -> bool:
    """Return whether the address requires a certificate."""
    return address.partition("://")[0] in _SECURE


def is_open(address: str) -> bool:
    """Return whether other machines may reach the address without a certificate."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        return not address.startswith("inproc://")
    return not wants_certificates(address) and not _is_loopback(found[2] or found[3])


def _is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
