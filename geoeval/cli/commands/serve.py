"""``geoeval serve``: serve a map file with the interface of Google's map services."""

from __future__ import annotations

from typing import Annotated

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.inputs import read_key
from geoeval.cli.options import Host, Port
from geoeval.cli.output import write_error
from geoeval.errors import UsageError, quote

EPILOG = """Examples:

  geoeval serve monaco.world

  geoeval serve monaco.world --port 8090 --limit-per-minute 600

  geoeval serve monaco.world --host 0.0.0.0 --key-file key.txt

Clients of Google's services work with it: googlemaps.Client(key="AIza…",
base_url="http://127.0.0.1:8080"). The page / lists the endpoints. The server runs until Ctrl-C.
Exit code: 0 after Ctrl-C; 2 for wrong usage, a map that cannot be read or a port that is in use.
"""

_KEY = "GEOEVAL_SERVER_KEY"


def serve(
    path: Annotated[str, declare_argument("WORLD", "Map file.")],
    host: Host = "127.0.0.1",
    port: Port = 8080,
    key_file: Annotated[
        str | None,
        declare_option(
            "--key-file FILE",
            f"File with the key that each request must send, by default {_KEY} if set.",
        ),
    ] = None,
    limit_per_minute: Annotated[
        int | None,
        declare_option(
            "--limit-per-minute N", "Maximum number of requests per client and minute.", min=1
        ),
    ] = None,
    max_elements: Annotated[
        int, declare_option("--max-elements N", "Maximum number of elements in a matrix.", min=1)
    ] = 2500,
) -> None:
    """Serve a map to clients of Google's Places, Directions and Distance Matrix services."""
    from geoeval.extras import check_installed

    check_installed("fastapi", "serve")
    import logging

    from geoeval.server.app import Limits, http_server
    from geoeval.sockets import is_loopback, listen, names_of, url_of
    from geoeval.world.store.reading import MapFile

    key = _read_key_file(key_file)
    if not is_loopback(host) and key is None:
        raise UsageError(
            f"serving on {quote(host)} is open to other machines and needs a key: "
            f"give --key-file, or set {_KEY}"
        )
    with MapFile(path) as service, listen(host, port) as listener:
        names = names_of(host, listener.getsockname()[1]) if is_loopback(host) else ()
        limits = Limits(
            key=key, hosts=names, per_minute=limit_per_minute, most_elements=max_elements
        )
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
        write_error(f"serving {path} at {url_of(listener)}; Ctrl-C stops the server")
        if service.attribution:
            write_error(service.attribution)
        http_server(service, limits).run(sockets=[listener])


def _read_key_file(key_file: str | None) -> str | None:
    key = read_key(key_file, _KEY)
    if not key and key_file is not None:
        raise UsageError(f"expected a key in {quote(key_file)}, got an empty file")
    return key or None
