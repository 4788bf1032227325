/** Requests for an undo, and the seats that must still answer. Pure. */

import type { SeatView, TableView } from "../../lib/api/contract";

export interface UndoQuestion {
  readonly asker: SeatView;
  /** Whether the asker is one of your seats, so that you may take the question back. */
  readonly isYours: boolean;
  /** Your seats that have not answered. */
  readonly toAnswer: readonly SeatView[];
  /** Everybody who has not answered. */
  readonly waitingFor: readonly SeatView[];
}

/** The question that is open; null if nobody asks. Bots are not asked, nor are those for whom one stands in. */
export function undoQuestion(view: TableView): UndoQuestion | null {
  const asker = view.seats.find(({ seat }) => seat === view.request?.seat);
  if (asker === undefined || !view.request) return null;
  const { agreed } = view.request;
  const waitingFor = view.seats.filter((one) => one !== asker && one.person && !one.bot && !agreed.includes(one.seat));
  const isYours = view.yours.includes(asker.seat);
  return { asker, isYours, waitingFor, toAnswer: waitingFor.filter(({ seat }) => view.yours.includes(seat)) };
}
