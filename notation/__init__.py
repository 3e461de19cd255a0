"""Games and positions as text: PVN, NDJSON, msgpack, boards, SVG. It imports `core` alone."""
