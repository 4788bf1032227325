/** Boards for tests: every shape in every box for every game. */

import { layout } from "./layout";
import type { Layout, Shape } from "./plan";

export interface Case {
  readonly shape: Shape;
  readonly width: number;
  readonly height: number;
  readonly places: number;
  readonly colours: number;
}

type Pairs = readonly (readonly [number, number])[];

export const SHAPES: readonly Shape[] = ["snake", "spiral", "line"];

/** All of them; boxes are widths and heights, games are places and colours. */
export function casesOf(boxes: Pairs, games: Pairs): Case[] {
  return SHAPES.flatMap((shape) =>
    boxes.flatMap(([width, height]) => games.map(([places, colours]) => ({ shape, width, height, places, colours }))),
  );
}

export function laid({ shape, width, height, places, colours }: Case): Layout {
  return layout(width, height, places, shape, colours);
}
