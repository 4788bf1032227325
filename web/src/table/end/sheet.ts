/** The score sheet of a finished game: a row for each colour, from the top of the staircase down. Pure. */

import type { Colour, PawnColour, Position } from "../../board/notation";
import { PAWNS } from "../../board/notation";
import type { ResultView, SheetLine } from "../../lib/api/contract";

export interface Cell {
  readonly discs: number;
  readonly each: number;
  readonly points: number;
}

export interface Row {
  readonly colour: Colour;
  /** What a disc is worth to everybody; null if that differs from hand to hand. */
  readonly step: number | null;
  /** A cell for each seat; null where it has no such disc. */
  readonly cells: readonly (Cell | null)[];
}

/** R17–R19: the colours by the steps of their pawns, then white and black if anybody has some. */
export function sheetRows(result: ResultView, position: Position): Row[] {
  const climbed = PAWNS.filter((pawn) => position.pawns.has(pawn));
  const coloured = climbed.map((colour) => row(result, colour, stepOf(position, colour)));
  coloured.sort((one, other) => (other.step ?? 0) - (one.step ?? 0));
  const rest = [row(result, "W", null), row(result, "K", 0)].filter(({ cells }) => cells.some((cell) => cell !== null));
  return [...coloured, ...rest];
}

function row(result: ResultView, colour: Colour, step: number | null): Row {
  const lines = result.sheets.map((sheet) => sheet.find((line) => line.colour === colour));
  return { colour, step, cells: lines.map((line) => (line === undefined ? null : cell(line))) };
}

function cell({ discs, each }: SheetLine): Cell {
  return { discs, each, points: discs * each };
}

function stepOf(position: Position, pawn: PawnColour): number {
  const spot = position.pawns.get(pawn);
  return spot !== undefined && "step" in spot ? spot.step : 0;
}

/** The totals of all seats after the first `counted` rows; V3: penalties for wires come off after the last row. */
export function totalsAfter(rows: readonly Row[], counted: number, penalties: readonly number[]): number[] {
  const seen = rows.slice(0, counted);
  const fined = counted > rows.length;
  return penalties.map((penalty, index) => {
    const points = seen.reduce((sum, { cells }) => sum + (cells[index]?.points ?? 0), 0);
    return fined ? points - penalty : points;
  });
}

/** How many letters a word may have above a column of a phone, by how many columns there are. */
const ROOM: readonly number[] = [24, 24, 14, 9, 7, 5];

/** Names for narrow columns: their beginnings, as long as they may be, and still different from each other. */
export function shortNames(names: readonly string[], most = ROOM[names.length] ?? 5): string[] {
  const short = names.map((name) => shorten(name, most));
  const isOnce = (name: string): boolean => short.indexOf(name) === short.lastIndexOf(name);
  return short.map((name, index) => (isOnce(name) ? name : `${name} (${index + 1})`));
}

/** The whole name if it has at most two words and each fits; otherwise the first word, cut if it is too long. */
function shorten(name: string, most: number): string {
  const words = name.split(" ");
  const [first = name] = words;
  if (words.length < 3 && words.every((word) => [...word].length <= most)) return name;
  const letters = [...first];
  return letters.length <= most ? first : letters.slice(0, most - 1).join("") + "…";
}
