/** The track: where it passes each stop, the curves between the stops, and points along them. Pure. */

import type { Point } from "./geometry";

/** A stop of the track: where it is, and which way the path runs there. */
export interface Stop extends Point {
  readonly dx: number;
  readonly dy: number;
}

/** A cubic Bézier curve: its start, two controls, its end. */
export type Curve = readonly [Point, Point, Point, Point];

/** The curve from one stop to the next; where the path turns round, it swings out by three quarters of `swing`. */
export function curve(from: Stop, to: Stop, swing: number): Curve {
  const turns = from.dx * to.dx + from.dy * to.dy < -0.5;
  const span = turns ? swing : Math.hypot(to.x - from.x, to.y - from.y) / 3;
  return [from, ahead(from, span), ahead(to, -span), to];
}

/** The straight way, as a curve. */
export function straight(from: Point, to: Point): Curve {
  const between = (part: number): Point => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  return [from, between(1 / 3), between(2 / 3), to];
}

/** The point at a distance ahead of a stop, in its direction. */
function ahead(stop: Stop, span: number): Point {
  return { x: stop.x + stop.dx * span, y: stop.y + stop.dy * span };
}

/** The curves as SVG path data. */
export function pathData(curves: readonly Curve[]): string {
  const first = curves[0];
  if (first === undefined) return "";
  return `M${written(first[0])}${curves.map(([, ...rest]) => `C${rest.map(written).join(" ")}`).join("")}`;
}

/** Points along the curves, `each` per curve, the start first. */
export function sampled(curves: readonly Curve[], each = 4): Point[] {
  const first = curves[0];
  if (first === undefined) return [];
  const parts = Array.from({ length: each }, (_, index) => (index + 1) / each);
  return [first[0], ...curves.flatMap((one) => parts.map((part) => pointAt(one, part)))];
}

/** The point of a curve at a part of its way. */
export function pointAt([a, b, c, d]: Curve, part: number): Point {
  const rest = 1 - part;
  const weights = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3] as const;
  const mixed = (axis: "x" | "y"): number =>
    weights[0] * a[axis] + weights[1] * b[axis] + weights[2] * c[axis] + weights[3] * d[axis];
  return { x: mixed("x"), y: mixed("y") };
}

/** The curves, each turned round and in opposite order: the way back. */
export function reversed(curves: readonly Curve[]): Curve[] {
  return curves.map(([a, b, c, d]): Curve => [d, c, b, a]).reverse();
}

function written({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
