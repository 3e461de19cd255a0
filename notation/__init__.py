"""Games and positions as text: PVN, NDJSON, msgpack, boards, SVG. It knows `core` alone."""
