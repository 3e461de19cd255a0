"""Addresses of a cluster: what they look like, and which of them are open to anybody.

Whoever reaches the port of a Dask scheduler or worker can run any program there. A port that only this
machine reaches is safe from others, and so is one that asks for a certificate, as TLS does in Dask.
"""

import ipaddress
import re
from typing import Final

from vanuatu.notation.errors import excerpt

_ADDRESS: Final = re.compile(r"(?:(tcp|tls|ws|wss)://)?(?:\[([0-9A-Fa-f:.%\w]+)\]|([\w.-]+)):([0-9]{1,5})")
_SECURE: Final = ("tls", "wss")
_LAST_PORT: Final = 65535


class AddressFault(ValueError):
    """No address that a scheduler can have; one line that says so."""


def full_address(text: str) -> str:
    """The address with its protocol, which is tcp unless another one is named."""
    found = _ADDRESS.fullmatch(text)
    if found is None or not 0 < int(found[4]) <= _LAST_PORT:
        raise AddressFault(
            f"--cluster {excerpt(text)}: it takes an address like tcp://127.0.0.1:8786 or tls://HOST:8786"
        )
    return text if found[1] else f"tcp://{text}"


def wants_certificates(address: str) -> bool:
    """Whether only those are heard there who have a certificate."""
    return address.partition("://")[0] in _SECURE


def is_open(address: str) -> bool:
    """Whether others than this machine's users may reach it and need no certificate."""
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
