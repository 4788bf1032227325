/** Words, display settings and the places of seats that the page hands to its boards. */

import { createContext } from "svelte";

import type { Colour } from "./notation";

/** Each is a message of its own: `place` is “Place {n}”. */
export type BoardText =
  | "label"
  | "start"
  | "place"
  | "step"
  | "pile"
  | "pile_empty"
  | "empty"
  | "wire"
  | "can_move"
  | "chosen"
  | "can_take"
  | "lands"
  | "lands_back"
  | "taken_last";

export interface BoardWords {
  text(key: BoardText, values?: Readonly<Record<string, string | number>>): string;
  /** What a disc or a pawn is called. */
  piece(colour: Colour, kind: "disc" | "pawn"): string;
}

export interface BoardContext {
  readonly words: BoardWords;
  /** Whether discs show the letters of their colours. */
  readonly letters: boolean;
  /** How long motion takes, as a multiple of the usual; 0: nothing moves. */
  readonly pace: number;
  /** Where a seat is on the screen: discs fly there. Undefined if it is not shown. */
  seatBox(seat: number): DOMRect | undefined;
}

/** Svelte context; the page sets it once, around all boards and icons. */
export const [boardContext, setBoardContext] = createContext<BoardContext>();
