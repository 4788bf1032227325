/** Views of a socket as whole ones: what was left out is filled in, and the hand is put into the position. */

import { STANDARD } from "./constants";
import type {
  HandView,
  MoveView,
  PackedSeat,
  PackedView,
  PlyView,
  SeatView,
  TableView,
  UndoView,
  WorthView,
} from "./contract";

/** A view of a socket as a whole one; servers of the contract before send whole ones. */
export function wholeView(view: PackedView | TableView): TableView {
  return "state" in view ? view : unpack(view);
}

function unpack(packed: PackedView): TableView {
  const { table, version, game } = packed;
  const fields = packed.position?.split(" ");
  const hands = fields?.[3]?.split("/") ?? [];
  const seats = packed.seats.map((seat, index) => seatOf(index + 1, seat, hands[index]));
  const yours = packed.yours ?? [];
  const view: TableView = {
    ...{ table, version, game, seats, yours },
    state: fields === undefined ? "open" : fields[5] === "e" ? "over" : "playing",
    setup: { ...STANDARD, ...packed.setup },
    standings: packed.standings ?? null,
    owner: packed.owner ?? false,
    seat: packed.seat ?? null,
  };
  return fields === undefined ? view : { ...view, ...gameOf(packed, fields, hands), undo: undoOf(packed, seats) };
}

/** What a view says of the game. */
function gameOf(packed: PackedView, fields: string[], hands: string[]): Partial<TableView> {
  const { barred } = packed;
  const open = hands.map((hand, index) => (index + 1 === packed.seat ? (packed.hand ?? hand) : hand)).join("/");
  return {
    turn: fields[5] === "e" ? null : Number(fields[4]),
    moves: (packed.moves ?? []).map((text) => moveOf(text.split(" "))),
    last: (packed.last ?? []).map((text) => plyOf(text.split(" "))),
    request: packed.request ?? null,
    result: packed.result ?? null,
    position: [...fields.slice(0, 3), open, ...fields.slice(4)].join(" "),
    hand: handOf(packed),
    clock_ms: packed.clock_ms ?? null,
    ...(barred && { barred }),
  };
}

function seatOf(number: number, seat: PackedSeat, hand: string | undefined): SeatView {
  const usual = { seat: number, name: "", bot: null, person: false, free: false, away: false };
  if (hand === undefined) return { ...usual, ...seat };
  const counts = countsOf(hand);
  const penalties = counts.get("!") ?? 0;
  const discs = [...counts.values()].reduce((sum, count) => sum + count, -penalties);
  return { ...usual, ...seat, discs, penalties };
}

/** The letters of a hand with their numbers; nothing written is one. */
function countsOf(hand: string): Map<string, number> {
  return new Map([...hand.matchAll(/([A-Z?!])(\d*)/g)].map(([, letter = "", count]) => [letter, Number(count || 1)]));
}

function moveOf([move = "", to, disc = "", wires]: readonly string[]): MoveView {
  if (to === undefined) return { move };
  const [, place, colour = ""] = /^(\d*)([A-Z]?)/.exec(disc) ?? [];
  return { move, to, takes: Number(place), disc: colour, ...(wires && { wires: wires.split(":").map(Number) }) };
}

function plyOf([seat, by, from = "", ...move]: readonly string[]): PlyView {
  const made = { seat: Number(seat), by: (by === "-" ? null : by) as PlyView["by"], ...moveOf(move) };
  return move.length > 1 ? { ...made, from } : made;
}

function handOf({ seat = 0, hand, worth = [], bounds: [least = 0, most = 0] = [] }: PackedView): HandView | null {
  if (hand === undefined) return null;
  const counts = countsOf(hand);
  const penalties = counts.get("!") ?? 0;
  counts.delete("!");
  const discs = [...counts].map(([colour, count], index) => worthOf(colour, count, worth[index] ?? []));
  return { seat, discs, penalties, least, most };
}

function worthOf(
  colour: string,
  count: number,
  [least = 0, most = 0, now = null]: readonly (number | null)[],
): WorthView {
  return { colour, count, now: least === most ? least : now, least: least ?? 0, most: most ?? 0 };
}

/** An entry for each seat in which you play. */
function undoOf({ yours = [], undo = {} }: PackedView, seats: readonly SeatView[]): UndoView[] {
  return yours
    .filter((seat) => seats[seat - 1]?.bot === null)
    .map((seat) => ({ seat, possible: String(seat) in undo, free: undo[seat] ?? false }));
}
