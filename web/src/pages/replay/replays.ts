/** Games to look at again: from a table, from a text, from the address of a position. */

import type {
  BotName,
  NewTable,
  Refusal,
  ReplayAnswer,
  ReplayFrame,
  ReplayGame,
  SeatView,
} from "../../lib/api/contract";
import { BOT_PREFIX, LEVELS } from "../../lib/api/constants";
import { get, post, tablePath } from "../../lib/api/rest";
import { t } from "../../lib/i18n/i18n.svelte";
import { seatNames } from "../../lib/i18n/names";
import { refusalWords } from "../../lib/i18n/refusals";
import { href } from "../../lib/state/router.svelte";

/** What is looked at, and where it comes from. */
export interface Found {
  readonly games: readonly ReplayGame[];
  /** Where the file is. */
  readonly file: string;
  /** The address of the game, if it has one for others, too. */
  readonly link: string | null;
}

/** A game of a table. */
export async function tableReplay(table: string, game: string | undefined): Promise<Found> {
  const query = game === undefined ? "" : `?game=${encodeURIComponent(game)}`;
  const path = tablePath(table);
  const { games } = await get<ReplayAnswer>(`${path}/replay${query}`);
  return {
    games,
    file: `/api${path}/export${query}`,
    link: href("replay", table, ...(game === undefined ? [] : [game])),
  };
}

/** The games of a text, or its position. */
export async function textReplay(text: string): Promise<Found> {
  const { games } = await post<ReplayAnswer>("/replay", { text });
  return { games, file: URL.createObjectURL(new Blob([text], { type: "text/plain" })), link: null };
}

/** A position as links have it: no spaces. */
export function positionLink(position: string): string {
  return href("replay", "bpn", position.replaceAll(" ", "_"));
}

/** The position in a link. */
export function linkedPosition(text: string): string {
  return text.replaceAll("_", " ");
}

/** Who sat in a seat, as a table calls them; the nameless go by their seat. */
export function nameOf(game: ReplayGame, seat: number): string {
  return seatNames(game.names.map(seatFromName))[seat - 1] ?? "";
}

function seatFromName(text: string, index: number): SeatView {
  const seat = index + 1;
  const isBot = text.startsWith(BOT_PREFIX);
  const told = isBot ? text.slice(BOT_PREFIX.length) : text;
  const bot = LEVELS.find((level) => isBot && level === told) ?? null;
  const name = bot === null ? told || t("home.player", { n: seat }) : "";
  return { seat, name, bot, person: bot === null, free: false, away: false };
}

/** The request to play on from a frame in the place of who is to move there. */
export function playOnRequest({ position, turn }: ReplayFrame, players: number, name: string, bot: BotName): NewTable {
  const seats = Array.from({ length: players }, (_, index) => (index + 1 === turn ? { name } : { bot }));
  return { start: position, seats, setup: { players, hints: true } };
}

/** Why a text cannot be looked at, and where the fault is. */
export function faultWords(refusal: Refusal): string {
  if (refusal.code !== "bad_record") return refusalWords(refusal);
  const { problem, line, column, found, move } = refusal;
  if (problem === "empty") return t("replay.fault_empty");
  const what =
    problem === "illegal_move"
      ? t("replay.fault_move", { move: String(move) })
      : notationWords(typeof found === "string" ? found : "");
  return line === undefined
    ? what
    : `${what} ${t("replay.fault_place", { line: Number(line), column: Number(column) })}`;
}

function notationWords(found: string): string {
  return found.trim() === "" ? t("replay.fault_missing") : t("replay.fault_notation", { found });
}
