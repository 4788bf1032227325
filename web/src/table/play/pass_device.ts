/** Players who share one device pass it round. Pure. */

import type { TableView } from "../../lib/api/contract";

/** The seat to whose player the device must be passed: several share it, and hands are hidden. Null: to nobody. */
export function passTo(view: TableView): number | null {
  const { turn } = view;
  if (view.state !== "playing" || view.yours.length < 2 || view.setup.open_hands || !turn) return null;
  const seat = view.seats[turn - 1];
  return view.yours.includes(turn) && seat?.bot === null ? turn : null;
}
