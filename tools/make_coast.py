"""Makes ``data/coast.geojson``: the coast behind the maps, from the Atlantic to Iraq.

Run by hand: ``npm pack world-atlas@2.0.2``, unpack it, ``pip install shapely``, then
``python tools/make_coast.py package/land-50m.json``. The coast is Natural Earth 1:50m (public domain).
"""

from __future__ import annotations

import json
import sys
from itertools import accumulate
from pathlib import Path
from typing import Any

import shapely  # type: ignore[import-untyped, import-not-found, unused-ignore]
from shapely.geometry import box, mapping, shape  # type: ignore[import-untyped, import-not-found, unused-ignore]

OUT = Path(__file__).resolve().parents[1] / "data" / "coast.geojson"
WINDOW = box(-16, 22, 42, 46)
TOLERANCE = 0.01  # degrees


def decode(topology: dict[str, Any]) -> list[Any]:
    """The polygons of a TopoJSON file whose arcs are quantised differences."""
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        xs, ys = accumulate(point[0] for point in arc), accumulate(point[1] for point in arc)
        arcs.append([(x * scale[0] + shift[0], y * scale[1] + shift[1]) for x, y in zip(xs, ys, strict=True)])

    def ring(indices: list[int]) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        for index in indices:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            points.extend(arc[1:] if points else arc)
        return points

    geometries = topology["objects"]["land"]["geometries"]
    return [
        shape({"type": "Polygon", "coordinates": [ring(part) for part in polygon]})
        for geometry in geometries
        for polygon in (geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]])
    ]


def rounded(value: Any) -> Any:
    """Coordinates to three places (about 100 m)."""
    return [rounded(part) for part in value] if isinstance(value, list | tuple) else round(value, 3)


def main(source: str) -> None:
    """Clip, simplify, write."""
    topology = json.loads(Path(source).read_text(encoding="utf-8"))
    land = shapely.union_all([shapely.make_valid(polygon) for polygon in decode(topology)])
    coast = mapping(shapely.simplify(land.intersection(WINDOW), TOLERANCE, preserve_topology=True))
    feature = {
        "type": "Feature",
        "properties": {"source": "Natural Earth 1:50m, public domain"},
        "geometry": {"type": coast["type"], "coordinates": rounded(coast["coordinates"])},
    }
    text = json.dumps({"type": "FeatureCollection", "features": [feature]}, separators=(",", ":"))
    OUT.write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1])
