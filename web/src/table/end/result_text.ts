/** Results of games and series in words. */

import type { TableView } from "../../lib/api/contract";
import { t } from "../../lib/i18n/i18n.svelte";
import { joinNames, seatNames } from "../../lib/i18n/names";

/** R20: who has won the game, and with how much. */
export function winnersText(view: TableView): string {
  const { result } = view;
  if (!result) return "";
  const n = result.scores[(result.winners[0] ?? 1) - 1] ?? 0;
  const names = namesOf(view, result.winners);
  if (result.winners.length > 1) return t("end.share", { names, n });
  return isYoursAlone(view, result.winners) ? t("end.you_win", { n }) : t("end.wins", { names, n });
}

/** R22: who has won the series; nothing before its last game is over. */
export function seriesText(view: TableView): string {
  const winners = view.standings?.winners;
  if (!winners) return "";
  const n = view.standings?.totals[(winners[0] ?? 1) - 1] ?? 0;
  const names = namesOf(view, winners);
  if (winners.length > 1) return t("end.series_share", { names, n });
  return isYoursAlone(view, winners) ? t("end.series_you_win", { n }) : t("end.series_wins", { names, n });
}

/** R22: which game of the series it is. */
export function gameOfSeries(view: TableView): number {
  const done = view.standings?.games.length ?? 0;
  return view.state === "over" ? done : done + 1;
}

/** Which game of how many it is. */
export function gameText(view: TableView): string {
  if (!view.setup.series) return t("end.game", { game: view.game });
  return t("end.game_of", { game: gameOfSeries(view), games: view.seats.length });
}

/** What beginning again is called now. */
export function againText(view: TableView): string {
  if (!view.setup.series) return t("end.rematch");
  return view.standings?.winners ? t("end.new_series") : t("end.next_game");
}

/** Whether you may begin the next game: those who sit may, but if a seat is empty only the owner. */
export function mayGoOn(view: TableView): boolean {
  if (view.owner) return true;
  return view.yours.length > 0 && view.seats.every(({ person, bot }) => person || bot !== null);
}

function namesOf(view: TableView, seats: readonly number[]): string {
  const names = seatNames(view.seats);
  return joinNames(seats.map((seat) => names[seat - 1] ?? ""));
}

/** "You" is somebody with one seat, who has it alone. */
function isYoursAlone(view: TableView, winners: readonly number[]): boolean {
  return view.yours.length === 1 && winners.length === 1 && winners[0] === view.yours[0];
}
