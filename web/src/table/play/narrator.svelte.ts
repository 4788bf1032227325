/** Narrates a table from view to view: turns for the log, announcements, sounds, notifications. */

import { parseMove } from "../../board/notation";
import type { PlyView, TableView } from "../../lib/api/contract";
import { announce } from "../../lib/feedback/announcer.svelte";
import { clearNotification, notifyTurn } from "../../lib/feedback/notifications";
import type { Sound } from "../../lib/feedback/sounds";
import { sound } from "../../lib/feedback/sounds";
import { t } from "../../lib/i18n/i18n.svelte";
import { seatNames } from "../../lib/i18n/names";
import { plyWords } from "../../lib/i18n/phrases";
import { turnText } from "./choice_text";
import { duty } from "./duty";
import { readGame } from "./game_log";
import type { Turn } from "./turn_history";
import { mergeTurns, turnsOf } from "./turn_history";

const BETWEEN_PLIES_S = 0.3;

export class Narrator {
  turns = $state.raw<readonly Turn[]>([]);
  #seen: TableView | null = null;

  /** Take in a newer view; returns the plies that were not known. */
  see(view: TableView): readonly PlyView[] {
    const before = this.#seen;
    this.#seen = view;
    if (before === null || before.game !== view.game) this.turns = [];
    const { turns, fresh, isUndone } = mergeTurns(this.turns, view.last ?? []);
    this.turns = turns;
    const isKnown = before?.game === view.game;
    const news = isKnown ? fresh : [];
    if (!isKnown || view.version > before.version + 1) void this.#readLog(view);
    this.#tell(before, view, news, isUndone);
    return news;
  }

  /** Fill gaps: the turns before the page was opened, and those that went by unseen. */
  async #readLog(view: TableView): Promise<void> {
    try {
      const { version, log } = await readGame(view.table);
      const now = this.#seen;
      if (now === null || now.game !== view.game) return;
      if (version < now.version) return void this.#readLog(now); // Somebody has moved meanwhile.
      this.turns = mergeTurns(turnsOf(log), now.last ?? []).turns;
    } catch {
      return; // The log is as good as what was seen.
    }
  }

  #tell(before: TableView | null, view: TableView, news: readonly PlyView[], isUndone: boolean): void {
    const names = seatNames(view.seats);
    const words = news.map((ply) => plyWords(ply, names[ply.seat - 1] ?? ""));
    if (isUndone) words.push(t("table.undone"));
    news.forEach((ply, index) => sound(soundOf(ply), index * BETWEEN_PLIES_S));
    const delay = news.length * BETWEEN_PLIES_S;
    if (isNewDuty(before, view)) words.push(...this.#call(view, delay));
    if (isOver(before, view)) {
      words.push(t("table.over"));
      sound("end", delay);
    }
    if (words.length > 0) announce(sentences(words));
  }

  /** Announce the turn to the player here. */
  #call(view: TableView, delay: number): readonly string[] {
    const now = duty(view);
    clearNotification();
    if (now === "extra") return [t("table.extra"), t("table.extra_how")];
    if (now !== "move") return [];
    const words = turnText(view);
    sound("turn", delay);
    notifyTurn(words);
    return [words];
  }
}

/** Each with a stop at its end, so that a voice pauses there. */
function sentences(words: readonly string[]): string {
  return words.map((text) => (/[.?!…]$/.test(text) ? text : `${text}.`)).join(" ");
}

function isNewDuty(before: TableView | null, view: TableView): boolean {
  return before === null || before.game !== view.game || before.turn !== view.turn || duty(before) !== duty(view);
}

function isOver(before: TableView | null, view: TableView): boolean {
  return before?.state === "playing" && view.state === "over";
}

function soundOf(ply: PlyView): Sound {
  if (parseMove(ply.move).climbs) return "climb";
  return ply.disc ? "take" : "move";
}
