/** The texts of the choice bar. */

import type { TableView } from "../../lib/api/contract";
import type { Key } from "../../lib/i18n/format";
import { t } from "../../lib/i18n/i18n.svelte";
import { seatNames } from "../../lib/i18n/names";
import { passTo } from "./pass_device";
import type { Duty, Option, Prompt } from "./duty";

const QUESTIONS: Readonly<Record<Prompt["kind"], Key>> = {
  pawn: "table.choose_pawn",
  only_move: "table.only_move",
  extra: "table.extra_how",
  disc: "table.disc",
  only_disc: "table.only_disc",
  only_climb: "table.only_climb",
  nothing: "table.nothing",
  direction: "table.direction",
  climb: "table.climb_how",
};

/** Whose turn it is, told to those who sit at this screen. */
export function turnText(view: TableView): string {
  return view.yours.length > 1 ? t("table.turn_of", { name: nameToMove(view) }) : t("table.your_turn");
}

function nameToMove({ seats, turn }: TableView): string {
  return seatNames(seats)[(turn ?? 1) - 1] ?? "";
}

/** The heading: the player to move, as the viewer would say it; shorter once a pawn is chosen. */
export function heading(view: TableView, now: Duty, isChosen: boolean): string {
  if (now === "none") return t("table.over");
  const seat = view.seats[(view.turn ?? 1) - 1];
  if (now === "extra") return t(isChosen ? "table.extra_short" : "table.extra");
  if (now === "move") return turnText(view);
  return t(seat?.bot ? "table.thinking" : "table.waiting", { name: nameToMove(view) });
}

/** The prompt in words; where a device is shared, first of all to pass it to the player to move. */
export function promptText(view: TableView, asked: Prompt): string {
  const seat = passTo(view);
  if (asked.kind !== "pawn" || seat === null || view.seat === seat) return t(QUESTIONS[asked.kind]);
  return t("pass.to", { name: seatNames(view.seats)[seat - 1] ?? "" });
}

/** What an option does, in a word or two. */
export function optionText({ manner, step }: Option): string {
  if (manner === "climb" || manner === "leave") return t(`table.${manner}`, { n: step ?? 0 });
  return t(manner === "nothing" ? "table.no_disc" : `table.${manner}`);
}
