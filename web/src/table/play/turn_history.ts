/** The turns of a game, merged from view to view: new plies and undone ones. Pure. */

import type { LogAnswer, PlyView } from "../../lib/api/contract";

/** The plies of one turn, all of one seat. */
export type Turn = readonly PlyView[];

export interface MergedTurns {
  readonly turns: readonly Turn[];
  /** The plies that were not known before. */
  readonly fresh: readonly PlyView[];
  readonly isUndone: boolean;
}

/** The turns known so far and the last turn of a newer view, put together. */
export function mergeTurns(turns: readonly Turn[], last: Turn): MergedTurns {
  const [first] = last;
  if (first === undefined) return { turns: [], fresh: [], isUndone: turns.length > 0 };
  const index = turns.findIndex(([known]) => known !== undefined && isSamePly(known, first));
  if (index < 0) return { turns: [...turns, last], fresh: last, isUndone: false };
  const known = turns[index]?.length ?? 0;
  const isUndone = index < turns.length - 1 || last.length < known;
  return { turns: [...turns.slice(0, index), last], fresh: isUndone ? [] : last.slice(known), isUndone };
}

/** Whether two plies of a game are one and the same. A disc is taken once, a pawn climbs once: no two are alike. */
function isSamePly(one: PlyView, other: PlyView): boolean {
  return one.seat === other.seat && one.move === other.move && one.from === other.from && one.takes === other.takes;
}

/** The turns of the game under way as the table's log has them; those that are hidden are left out. */
export function turnsOf(log: LogAnswer["log"]): readonly Turn[] {
  let plies: (PlyView | null)[] = [];
  for (const event of log) {
    if (event.kind === "begun") plies = [];
    if (event.kind === "ply") plies.push("to" in event || event.move === "." ? (event as PlyView) : null);
    if (event.kind === "undone") plies.length = Math.min(plies.length, Number(event.plies));
  }
  return groupByTurn(plies.slice(plies.lastIndexOf(null) + 1) as PlyView[]);
}

/** Plies by turn: nobody has two turns in a row. */
function groupByTurn(plies: readonly PlyView[]): readonly Turn[] {
  const turns: PlyView[][] = [];
  for (const ply of plies) {
    const current = turns.at(-1);
    if (current?.[0]?.seat === ply.seat) current.push(ply);
    else turns.push([ply]);
  }
  return turns;
}

/** What the log may show: all turns with open hands, else the last round (R21). */
export function shownTurns(turns: readonly Turn[], players: number, isOpen: boolean): readonly Turn[] {
  return isOpen ? turns : turns.slice(-players);
}
