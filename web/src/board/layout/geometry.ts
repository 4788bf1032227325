/** Points and rectangles, in pixels of the board. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The upper left corner and the size of something. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
