/** Who must still answer somebody that asks for an undo. Pure. */

import type { SeatView, TableView } from "../lib/api/contract";

export interface Question {
  readonly asker: SeatView;
  /** Whether the asker is one of your seats, so that you may take the question back. */
  readonly isYours: boolean;
  /** Your seats that have not answered. */
  readonly toAnswer: readonly SeatView[];
  /** Everybody who has not answered. */
  readonly waitingFor: readonly SeatView[];
}

/** The question that is open; null if nobody asks. Bots are not asked, nor are those for whom one stands in. */
export function question(view: TableView): Question | null {
  const asker = view.seats.find(({ seat }) => seat === view.request?.seat);
  if (asker === undefined || !view.request) return null;
  const { agreed } = view.request;
  const waitingFor = view.seats.filter((one) => one !== asker && one.person && !one.bot && !agreed.includes(one.seat));
  const isYours = view.yours.includes(asker.seat);
  return { asker, isYours, waitingFor, toAnswer: waitingFor.filter(({ seat }) => view.yours.includes(seat)) };
}

/** Your seats in which a bot plays for you. */
export function stoodIn(view: TableView): readonly SeatView[] {
  return view.seats.filter(({ seat, bot }) => bot !== null && view.yours.includes(seat));
}

/** The seat to whose player the device must be passed: several share it, and hands are hidden. Null: to nobody. */
export function passTo(view: TableView): number | null {
  const { turn } = view;
  if (view.state !== "playing" || view.yours.length < 2 || view.setup.open_hands || !turn) return null;
  const seat = view.seats[turn - 1];
  return view.yours.includes(turn) && seat?.bot === null ? turn : null;
}
