/** Positions and moves as the server writes them (docs/notation.md): read to be shown, never judged. */

import type { Spot } from "./layout/plan";

export type { Spot };
export type Colour = "B" | "R" | "Y" | "G" | "P" | "W" | "K";
export type PawnColour = "B" | "R" | "Y" | "G" | "P";
export const COLOURS: readonly Colour[] = ["B", "R", "Y", "G", "P", "W", "K"];
export const PAWNS: readonly PawnColour[] = ["B", "R", "Y", "G", "P"];

export interface Hand {
  /** How many discs there are, hidden ones included. */
  readonly size: number;
  /** The discs by colour; null if the hand is hidden. */
  readonly discs: ReadonlyMap<Colour, number> | null;
  readonly penalties: number;
}

export interface Position {
  /** A disc's colour for each place, null where it is gone: `path[0]` is place 1. */
  readonly path: readonly (Colour | null)[];
  readonly pawns: ReadonlyMap<PawnColour, Spot>;
  readonly pile: readonly PawnColour[];
  readonly hands: readonly Hand[];
  readonly seat: number;
  readonly phase: "m" | "x" | "e";
  readonly inverted: boolean;
  readonly wires: readonly number[];
}

/** Read a position or a view (BPN) that the server wrote. */
export function parsePosition(text: string): Position {
  const [path = "", pawns = "", pile = "", hands = "", seat = "1", , options = ""] = text.split(" ");
  return {
    path: [...path].map((letter) => (letter === "." ? null : (letter as Colour))),
    pawns: new Map(pawns.split(",").map((spot, index) => [PAWNS[index] as PawnColour, parseSpot(spot)])),
    pile: pile === "-" ? [] : ([...pile] as PawnColour[]),
    hands: hands.split("/").map(parseHand),
    seat: Number(seat),
    phase: phaseOf(text),
    inverted: options.split(",").includes("inverted"),
    wires: /wires=([\d:]+)/.exec(options)?.[1]?.split(":").map(Number) ?? [],
  };
}

/** The phase of a position, without reading the rest. */
export function phaseOf(text: string): Position["phase"] {
  return (text.split(" ")[5] ?? "m") as Position["phase"];
}

/** Read where a pawn is: `0`, `14`, `s4`. */
export function parseSpot(text: string): Spot {
  return text.startsWith("s") ? { step: Number(text.slice(1)) } : { place: Number(text) };
}

/** Where a pawn is, in notation. */
export function spotName(spot: Spot): string {
  return "step" in spot ? `s${spot.step}` : String(spot.place);
}

export function isSameSpot(one: Spot, other: Spot): boolean {
  return spotName(one) === spotName(other);
}

function parseHand(text: string): Hand {
  const penalties = parseCount(/!(\d*)$/.exec(text)?.[1]);
  const hidden = /^\?(\d+)/.exec(text)?.[1];
  if (hidden !== undefined) return { size: Number(hidden), discs: null, penalties };
  const discs = new Map<Colour, number>();
  for (const [, letter, count] of text.matchAll(/([BRYGPWK])(\d*)/g)) discs.set(letter as Colour, parseCount(count));
  return { size: [...discs.values()].reduce((sum, count) => sum + count, 0), discs, penalties };
}

/** A count as the notation has it: nothing written is one; no match is none. */
function parseCount(text: string | undefined): number {
  return text === undefined ? 0 : text === "" ? 1 : Number(text);
}

/** A move that can be made: in notation, where its pawn lands, and which disc it takes from where, 0 being the pile. */
export interface Move {
  readonly move: string;
  readonly to?: string | null;
  readonly takes?: number | null;
  readonly disc?: string | null;
}

/** A move that was made: by whom, and where its pawn came from. */
export interface Ply extends Move {
  readonly seat: number;
  readonly from?: string | null;
}

export interface MoveParts {
  /** Null: no extra move. */
  readonly pawn: PawnColour | null;
  readonly backward: boolean;
  readonly climbs: boolean;
  readonly side: "ahead" | "behind" | null;
}

/** Read a move that the server wrote. */
export function parseMove(text: string): MoveParts {
  if (text === ".") return { pawn: null, backward: false, climbs: false, side: null };
  const side = text.endsWith("+") ? "ahead" : text.endsWith("-") ? "behind" : null;
  return { pawn: text[0] as PawnColour, backward: text[1] === "<", climbs: text.includes("^"), side };
}
