/** Arrow keys on the board: along the path, or to the spot above or below. Pure. */

import type { Point } from "./layout/geometry";

/** The number of the spot that a key leads to; undefined if the key is none of these. */
export function nextSpot(spots: readonly Point[], here: number, key: string): number | undefined {
  const last = spots.length - 1;
  if (key === "ArrowRight") return Math.min(here + 1, last);
  if (key === "ArrowLeft") return Math.max(here - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowUp") return nearest(spots, here, -1);
  if (key === "ArrowDown") return nearest(spots, here, 1);
  return undefined;
}

/** The nearest spot above or below, one straight ahead before one aside; none: stay. */
function nearest(spots: readonly Point[], here: number, way: number): number {
  const from = spots[here] as Point;
  let best = { index: here, far: Infinity };
  spots.forEach(({ x, y }, index) => {
    const [aside, onward] = [Math.abs(x - from.x), (y - from.y) * way];
    const far = onward + 3 * aside;
    if (onward > aside && far < best.far) best = { index, far };
  });
  return best.index;
}
