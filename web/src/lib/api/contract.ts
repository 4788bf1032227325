/** What the server is sent and sends. Written by web/contract.py from the server's models; do not edit. */

export interface AdviceView {
  readonly move: MoveView;
  readonly reasons: readonly (ReasonView)[];
}

export interface Agree {
  readonly id: string;
  readonly version: number;
  readonly seat: number;
  readonly do: "agree";
}

export interface AnswerView {
  readonly id: string | null;
  readonly version?: number | null;
  readonly refused?: Refusal | null;
}

export interface BeatBack {
  readonly do: "beat";
}

export interface Change {
  readonly id: string;
  readonly do: "change";
  readonly setup: Setup;
}

export interface Decline {
  readonly id: string;
  readonly version: number;
  readonly seat: number;
  readonly do: "decline";
}

export interface Done {
  readonly version: number;
  readonly view: TableView;
}

export interface Frame {
  readonly answer?: AnswerView | null;
  readonly view?: TableView | null;
  readonly beat?: number | null;
}

export interface Free {
  readonly id: string;
  readonly do: "free";
  readonly seat: number;
}

export interface HandView {
  readonly seat: number;
  readonly discs: readonly (WorthView)[];
  readonly penalties: number;
  readonly least: number;
  readonly most: number;
}

export interface Handover {
  readonly code: string;
  readonly link: string;
  readonly qr: string;
  readonly until: number;
}

export interface HandoverCode {
  readonly code: string;
}

export interface Health {
  readonly status: "ok" | "failing";
  readonly version: string;
  readonly bots_ready: boolean;
}

export interface HintAnswer {
  readonly version: number;
  readonly seat: number;
  readonly hint: HintView;
}

export interface HintView {
  readonly move: MoveView;
  readonly reasons: readonly (ReasonView)[];
  readonly alternatives: readonly (AdviceView)[];
}

export interface Join {
  readonly name: string;
  readonly seat?: number | null;
  readonly id?: string | null;
}

export interface Leave {
  readonly id: string;
  readonly do: "leave";
  readonly seat: number;
}

export interface LogAnswer {
  readonly version: number;
  readonly log: readonly (Readonly<Record<string, unknown>>)[];
}

export interface LookAt {
  readonly do: "look";
  readonly seat?: number | null;
}

export interface MakeMove {
  readonly id: string;
  readonly version: number;
  readonly seat: number;
  readonly do: "move";
  readonly move: string;
}

export interface MoveView {
  readonly move: string;
  readonly to?: string | null;
  readonly takes?: number | null;
  readonly disc?: string | null;
  readonly wires?: readonly (number)[] | null;
}

export interface MyTables {
  readonly tables: readonly (TableSummary)[];
}

export interface NewSeat {
  readonly name?: string | null;
  readonly bot?: "random" | "greedy" | "level1" | "level2" | "level3" | "level4" | "level5" | "level6" | null;
}

export interface NewTable {
  readonly setup?: Setup;
  readonly seats?: readonly (NewSeat)[];
  readonly start?: string | null;
  readonly record?: string | null;
}

export interface Next {
  readonly id: string;
  readonly do: "next";
}

export interface PlyView {
  readonly move: string;
  readonly to?: string | null;
  readonly takes?: number | null;
  readonly disc?: string | null;
  readonly wires?: readonly (number)[] | null;
  readonly seat: number;
  readonly by: "person" | "bot" | "clock" | null;
  readonly from?: string | null;
}

export interface QuickGame {
  readonly name: string;
  readonly opponents?: number;
  readonly bot?: "random" | "greedy" | "level1" | "level2" | "level3" | "level4" | "level5" | "level6";
  readonly setup?: Setup;
}

export interface ReasonView {
  readonly kind: "only_move" | "ends" | "climbs" | "takes_colour" | "takes_white" | "takes_black" | "takes_nothing" | "trips" | "new_colour" | "loses_colour" | "denies" | "caps" | "readies" | "advances" | "takes_last" | "spends_black" | "keeps_black";
  readonly pawn?: string | null;
  readonly colour?: string | null;
  readonly disc?: string | null;
  readonly seat?: number | null;
  readonly step?: number | null;
  readonly mine?: number | null;
  readonly others?: readonly (TheirsView)[] | null;
  readonly least?: number | null;
  readonly most?: number | null;
  readonly less?: number | null;
  readonly holds?: number | null;
  readonly colours?: number | null;
  readonly whites?: number | null;
  readonly blacks?: number | null;
  readonly left?: number | null;
  readonly wires?: number | null;
  readonly moves?: number | null;
  readonly is_nearest?: boolean | null;
}

export interface Refusal {
  readonly code: string;
  readonly [about: string]: unknown;
}

export interface RefusedAnswer {
  readonly refused: Refusal;
  readonly view?: TableView | null;
}

export interface ReplayAnswer {
  readonly games: readonly (ReplayGame)[];
}

export interface ReplayFrame {
  readonly position: string;
  readonly turn: number | null;
  readonly ply: PlyView | null;
  readonly comments: readonly (string)[];
}

export interface ReplayGame {
  readonly names: readonly (string)[];
  readonly players: number;
  readonly optional_bonus: boolean;
  readonly inverted: boolean;
  readonly wires: readonly (number)[];
  readonly tags: Readonly<Record<string, string>>;
  readonly series: SeriesPlace | null;
  readonly frames: readonly (ReplayFrame)[];
  readonly result: ResultView | null;
}

export interface ReplayText {
  readonly text: string;
}

export interface RequestView {
  readonly seat: number;
  readonly agreed: readonly (number)[];
}

export interface ResultView {
  readonly scores: readonly (number)[];
  readonly winners: readonly (number)[];
  readonly sheets: readonly (readonly (SheetLine)[])[];
  readonly penalties: readonly (number)[];
}

export interface Return {
  readonly id: string;
  readonly do: "return";
  readonly seat: number;
}

export interface SeatBot {
  readonly id: string;
  readonly do: "bot";
  readonly seat: number;
  readonly bot: "random" | "greedy" | "level1" | "level2" | "level3" | "level4" | "level5" | "level6";
}

export interface SeatOf {
  readonly seat: number;
}

export interface SeatView {
  readonly seat: number;
  readonly name: string;
  readonly bot: "random" | "greedy" | "level1" | "level2" | "level3" | "level4" | "level5" | "level6" | null;
  readonly person: boolean;
  readonly free: boolean;
  readonly away: boolean;
  readonly discs?: number | null;
  readonly penalties?: number | null;
}

export interface SeriesPlace {
  readonly name: string;
  readonly game: number;
  readonly of: number;
}

export interface Setup {
  readonly players?: number;
  readonly first?: number | null;
  readonly series?: boolean;
  readonly optional_bonus?: boolean;
  readonly inverted?: boolean;
  readonly wires?: boolean | readonly (number)[];
  readonly open_hands?: boolean;
  readonly colours?: number;
  readonly discs?: number;
  readonly white?: number;
  readonly black?: number;
  readonly shape?: "snake" | "spiral" | "line";
  readonly turn_seconds?: number | null;
  readonly patience_seconds?: number | null;
  readonly stand_in?: "random" | "greedy" | "level1" | "level2" | "level3" | "level4" | "level5" | "level6";
  readonly bot_delay_ms?: number;
  readonly watch?: "anyone" | "nobody";
  readonly hints?: boolean;
}

export interface SheetLine {
  readonly colour: string;
  readonly discs: number;
  readonly each: number;
}

export interface ShowMe {
  readonly do: "view";
}

export interface Sit {
  readonly id: string;
  readonly do: "sit";
  readonly seat?: number | null;
  readonly name: string;
}

export interface StandingsView {
  readonly games: readonly (readonly (number)[])[];
  readonly of: number | null;
  readonly totals: readonly (number)[];
  readonly winners: readonly (number)[] | null;
}

export interface Start {
  readonly id: string;
  readonly do: "start";
}

export interface TableAnswer {
  readonly table: string;
  readonly link: string;
  readonly view: TableView;
}

export interface TableSummary {
  readonly table: string;
  readonly link: string;
  readonly state: "open" | "playing" | "over";
  readonly game: number;
  readonly names: readonly (string)[];
  readonly bots: readonly ("random" | "greedy" | "level1" | "level2" | "level3" | "level4" | "level5" | "level6" | null)[];
  readonly yours: readonly (number)[];
  readonly turn: number | null;
  readonly owner: boolean;
  readonly at: number;
}

export interface TableView {
  readonly table: string;
  readonly version: number;
  readonly state: "open" | "playing" | "over";
  readonly setup: Setup;
  readonly seats: readonly (SeatView)[];
  readonly game: number;
  readonly turn?: number | null;
  readonly moves?: readonly (MoveView)[];
  readonly last?: readonly (PlyView)[];
  readonly request?: RequestView | null;
  readonly result?: ResultView | null;
  readonly standings: StandingsView | null;
  readonly owner: boolean;
  readonly yours: readonly (number)[];
  readonly seat: number | null;
  readonly position?: string | null;
  readonly hand?: HandView | null;
  readonly clock_ms?: number | null;
  readonly undo?: readonly (UndoView)[];
}

export interface TheirsView {
  readonly seat: number;
  readonly number: number;
}

export interface Token {
  readonly token: string;
}

export interface Undo {
  readonly id: string;
  readonly version: number;
  readonly seat: number;
  readonly do: "undo";
}

export interface UndoView {
  readonly seat: number;
  readonly possible: boolean;
  readonly free: boolean;
}

export interface WorthView {
  readonly colour: string;
  readonly count: number;
  readonly now: number | null;
  readonly least: number;
  readonly most: number;
}
