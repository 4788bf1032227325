/** Seats to sit down in. Pure. */

import type { SeatView, TableView } from "../../lib/api/contract";

/** The free seats that you may take: with hidden hands, not everybody may take over every hand. */
export function freeSeats(view: TableView): readonly SeatView[] {
  return view.seats.filter(({ seat, free }) => free && !view.barred?.includes(seat));
}
