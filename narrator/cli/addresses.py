"""Under which addresses others on the network find this device.

Asked of the system's routing and not of a list of network cards: on a list, nothing says which one leads to the phones.
"""

import ipaddress
import socket
from collections.abc import Iterable, Iterator

EVERYWHERE = ("0.0.0.0", "::", "")
FAR_AWAY = ("192.0.2.1", "10.255.255.255")
"""Asked only which way would lead there; nothing is sent. The first is nobody's, the second works without a router."""


def base_addresses(host: str, port: int) -> list[str]:
    """What can be typed into a browser to reach a server that listens there, the likeliest first."""
    hosts = lan_hosts() if host in EVERYWHERE else [host]
    return [f"http://{f'[{name}]' if ':' in name else name}:{port}" for name in hosts]


def own_address(host: str, port: int) -> str:
    """The loopback address of a server that listens there, which alone is known as this machine; none where it listens
    on the network only.

    >>> own_address("0.0.0.0", 8080), own_address("127.0.0.1", 80), own_address("192.168.1.20", 80)
    ('http://localhost:8080', 'http://127.0.0.1:80', '')
    """
    if host in EVERYWHERE:
        return f"http://localhost:{port}"
    (address,) = base_addresses(host, port)
    return address if is_alone([address]) else ""


def lan_hosts() -> list[str]:
    """This device's own addresses; the one that only itself can reach, only where there is no other."""
    return best_first([*_on_the_way_out(), *_of_own_name()]) or ["127.0.0.1"]


def best_first(found: Iterable[str]) -> list[str]:
    """
    >>> best_first(["127.0.0.1", "169.254.3.4", "192.168.1.20", "192.168.1.20"])
    ['192.168.1.20', '169.254.3.4']
    """
    known = [ipaddress.ip_address(name) for name in dict.fromkeys(found)]
    useful = [address for address in known if not address.is_loopback and not address.is_unspecified]
    return [str(address) for address in sorted(useful, key=lambda address: address.is_link_local)]


def is_alone(addresses: Iterable[str]) -> bool:
    """Whether nobody but this device can reach any of them."""
    return all("//127." in address or "//localhost" in address or "//[::1]" in address for address in addresses)


def own_names() -> set[str]:
    """What this machine calls itself, with and without its network's name."""
    return {socket.gethostname(), socket.getfqdn()}


def _on_the_way_out() -> Iterator[str]:
    for target in FAR_AWAY:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                yield probe.getsockname()[0]
            except OSError:
                continue


def _of_own_name() -> Iterator[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return
    yield from (str(address[0]) for *_, address in found)
