/** What the server is sent and sends. Written by web/contract.py from bigpoints/contract; do not edit. */

export type BotName = "random" | "greedy" | "level1" | "level2" | "level3" | "level4" | "level5" | "level6";

export type Habit = "series" | "open_hands" | "hints";

export type Shape = "snake" | "spiral" | "line";

export type Variant = "optional_bonus" | "inverted" | "wires";

/** A move worth playing, and the weightiest facts about it. */
export interface AdviceView {
  readonly move: MoveView;
  readonly reasons: readonly ReasonView[];
}

/** Agree to the undo that somebody asks for. */
export interface Agree {
  readonly id: string;
  readonly version: number;
  readonly seat: number;
  readonly do: "agree";
}

/** The answer to a command: the version that it led to, or the refusal. */
export interface AnswerView {
  readonly id: string | null;
  readonly version?: number | null;
  readonly refused?: Refusal | null;
}

/** The heartbeat of a client. */
export interface BeatBack {
  readonly do: "beat";
}

/** Owner: change the setup, before the first game or between two. */
export interface Change {
  readonly id: string;
  readonly do: "change";
  readonly setup: Setup;
}

/** Decline the undo that somebody asks for; the asker takes the question back with it. */
export interface Decline {
  readonly id: string;
  readonly version: number;
  readonly seat: number;
  readonly do: "decline";
}

/** A message through a socket: an answer, a view, a heartbeat with the version, or several of them.

    `storing` is false while the server can store nothing, and true once it can again.
     */
export interface Frame {
  readonly answer?: AnswerView | null;
  readonly view?: PackedView | TableView | null;
  readonly beat?: number | null;
  readonly storing?: boolean | null;
}

/** Owner: free a seat; in a game a bot holds it until somebody sits down. */
export interface Free {
  readonly id: string;
  readonly do: "free";
  readonly seat: number;
}

/** A hand, and the bounds of its worth as the pawns may climb. */
export interface HandView {
  readonly seat: number;
  readonly discs: readonly WorthView[];
  readonly penalties: number;
  readonly least: number;
  readonly most: number;
}

/** A code by which a seat moves to another device, its link, the link as a QR code (SVG), and its expiry. */
export interface Handover {
  readonly code: string;
  readonly link: string;
  readonly qr: string;
  readonly until: number;
}

/** A code by which a seat moves to this device. */
export interface HandoverCode {
  readonly code: string;
}

/** A hint for the seat to move at a version of the table. */
export interface HintAnswer {
  readonly version: number;
  readonly seat: number;
  readonly hint: HintView;
}

/** The best move, and the next best ones. */
export interface HintView {
  readonly move: MoveView;
  readonly reasons: readonly ReasonView[];
  readonly alternatives: readonly AdviceView[];
}

/** Taking a free seat. */
export interface Join {
  readonly name: string;
  readonly seat?: number | null;
  readonly id?: string | null;
}

/** Leave a seat: free it, or in a game let a bot play for you. */
export interface Leave {
  readonly id: string;
  readonly do: "leave";
  readonly seat: number;
}

/** A page of a table's log. With hidden hands it shows no more than the last round until the game is over. */
export interface LogAnswer {
  readonly version: number;
  readonly log: readonly LogLine[];
}

/** An event at a table; which fields it has, besides the first three, depends on its kind and on what is hidden. */
export interface LogLine {
  readonly from?: string | null;
  readonly version: number;
  readonly at: number;
  readonly kind: "created" | "changed" | "seated" | "bot" | "stood_in" | "returned" | "freed" | "begun" | "ply" | "asked" | "agreed" | "declined" | "undone";
  readonly setup?: Setup;
  readonly seats?: readonly PlacedView[];
  readonly seat?: number;
  readonly name?: string;
  readonly bot?: BotName;
  readonly left?: boolean;
  readonly game?: number;
  readonly start?: string;
  readonly plies?: readonly string[] | number;
  readonly filled?: BotName | null;
  readonly move?: string;
  readonly by?: "person" | "bot" | "clock" | null;
  readonly to?: string | null;
  readonly takes?: number | null;
  readonly disc?: string | null;
  readonly wires?: readonly number[] | null;
}

/** A browser with several seats asks for the hand of one, or of none; it is shown until the turn passes. */
export interface LookAt {
  readonly do: "look";
  readonly seat?: number | null;
}

/** Make a ply. */
export interface MakeMove {
  readonly id: string;
  readonly version: number;
  readonly seat: number;
  readonly do: "move";
  readonly move: string;
}

/** A legal move: where its pawn lands, which place it takes from (0: none), the disc that it wins. */
export interface MoveView {
  readonly move: string;
  readonly to?: string | null;
  readonly takes?: number | null;
  readonly disc?: string | null;
  readonly wires?: readonly number[] | null;
}

/** Your tables, the newest first. */
export interface MyTables {
  readonly tables: readonly TableSummary[];
}

/** The occupant of a seat of a new table: you under a name, a bot, or nobody yet. */
export interface NewSeat {
  readonly name?: string | null;
  readonly bot?: BotName | null;
}

/** A table to be created. */
export interface NewTable {
  readonly setup?: Setup;
  readonly seats?: readonly NewSeat[];
  readonly start?: string | null;
  readonly record?: string | null;
}

/** Begin the next game of the series, or a rematch. */
export interface Next {
  readonly id: string;
  readonly do: "next";
}

/** A seat; what it does not name is empty, null or false. */
export interface PackedSeat {
  readonly name?: string;
  readonly bot?: BotName;
  readonly person?: boolean;
  readonly free?: boolean;
  readonly away?: boolean;
}

/** A view as sockets send it. State and turn, and the numbers of discs and penalties, follow from the position. */
export interface PackedView {
  readonly table: string;
  readonly version: number;
  readonly setup: Setup;
  readonly seats: readonly PackedSeat[];
  readonly game: number;
  readonly standings?: StandingsView;
  readonly position?: string;
  readonly moves?: readonly string[];
  readonly last?: readonly string[];
  readonly request?: RequestView;
  readonly result?: ResultView;
  readonly owner?: boolean;
  readonly yours?: readonly number[];
  readonly seat?: number;
  readonly hand?: string;
  readonly worth?: readonly (readonly number[])[];
  readonly bounds?: readonly number[];
  readonly clock_ms?: number;
  readonly undo?: Readonly<Record<string, boolean>>;
  readonly barred?: readonly number[];
}

/** The first occupant of a seat: a person, a bot, or nobody. */
export interface PlacedView {
  readonly name: string | null;
  readonly bot: BotName | null;
}

/** A ply that was made. */
export interface PlyView {
  readonly move: string;
  readonly to?: string | null;
  readonly takes?: number | null;
  readonly disc?: string | null;
  readonly wires?: readonly number[] | null;
  readonly from?: string | null;
  readonly seat: number;
  readonly by: "person" | "bot" | "clock" | null;
}

/** A table against bots; its game begins at once. */
export interface QuickGame {
  readonly name: string;
  readonly opponents?: number;
  readonly bot?: BotName;
  readonly setup?: Setup;
}

/** A fact about a move; which fields it has, besides the kind, depends on the kind. */
export interface ReasonView {
  readonly kind: "only_move" | "ends" | "climbs" | "takes_colour" | "takes_white" | "takes_black" | "takes_nothing" | "trips" | "new_colour" | "loses_colour" | "denies" | "caps" | "readies" | "advances" | "takes_last" | "spends_black" | "keeps_black";
  readonly pawn?: string | null;
  readonly colour?: string | null;
  readonly disc?: string | null;
  readonly seat?: number | null;
  readonly step?: number | null;
  readonly mine?: number | null;
  readonly others?: readonly TheirsView[] | null;
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

/** A refusal: a stable code, and its details. */
export interface Refusal {
  readonly code: string;
  readonly [about: string]: unknown;
}

/** The answer of REST to a refused request; a stale command gets the view, too. */
export interface RefusedAnswer {
  readonly refused: Refusal;
  readonly view?: TableView | null;
}

/** The games of a file, or one of a table. */
export interface ReplayAnswer {
  readonly games: readonly ReplayGame[];
}

/** A position with all hands open, the seat to move, the ply that led to it, and its comments in the file. */
export interface ReplayFrame {
  readonly position: string;
  readonly turn: number | null;
  readonly ply: PlyView | null;
  readonly comments: readonly string[];
}

/** A game from its start to its end, or as far as it went. */
export interface ReplayGame {
  readonly names: readonly string[];
  readonly players: number;
  readonly optional_bonus: boolean;
  readonly inverted: boolean;
  readonly wires: readonly number[];
  readonly tags: Readonly<Record<string, string>>;
  readonly series: SeriesPlace | null;
  readonly frames: readonly ReplayFrame[];
  readonly result: ResultView | null;
}

/** Games to replay: a file of them (BPR), or a position (BPN). */
export interface ReplayText {
  readonly text: string;
}

/** The seat that asks for an undo, and the seats that have agreed. */
export interface RequestView {
  readonly seat: number;
  readonly agreed: readonly number[];
}

/** The result of a game. */
export interface ResultView {
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  readonly sheets: readonly (readonly SheetLine[])[];
  readonly penalties: readonly number[];
}

/** Take your seat back from the bot that plays for you. */
export interface Return {
  readonly id: string;
  readonly do: "return";
  readonly seat: number;
}

/** Owner: let a bot sit in a seat. */
export interface SeatBot {
  readonly id: string;
  readonly do: "bot";
  readonly seat: number;
  readonly bot: BotName;
}

/** A seat of yours. */
export interface SeatOf {
  readonly seat: number;
}

/** A seat: `person` if it is somebody's, `bot` if a bot plays in it now, both if it stands in. */
export interface SeatView {
  readonly seat: number;
  readonly name: string;
  readonly bot: BotName | null;
  readonly person: boolean;
  readonly free: boolean;
  readonly away: boolean;
  readonly discs?: number | null;
  readonly penalties?: number | null;
}

/** R22: which game of a series it is. */
export interface SeriesPlace {
  readonly name: string;
  readonly game: number;
  readonly of: number;
}

/** The setup of a table; by default the standard game for two. */
export interface Setup {
  readonly players?: number;
  readonly first?: number | null;
  readonly series?: boolean;
  readonly optional_bonus?: boolean;
  readonly inverted?: boolean;
  readonly wires?: boolean | readonly number[];
  readonly open_hands?: boolean;
  readonly colours?: number;
  readonly discs?: number;
  readonly white?: number;
  readonly black?: number;
  readonly shape?: Shape;
  readonly turn_seconds?: number | null;
  readonly patience_seconds?: number | null;
  readonly stand_in?: BotName;
  readonly bot_delay_ms?: number;
  readonly watch?: "anyone" | "nobody";
  readonly hints?: boolean;
}

/** A line of a score sheet. */
export interface SheetLine {
  readonly colour: string;
  readonly discs: number;
  readonly each: number;
}

/** A client asks for the view because it missed one. */
export interface ShowMe {
  readonly do: "view";
}

/** Take a free seat, the first one unless one is named. */
export interface Sit {
  readonly id: string;
  readonly do: "sit";
  readonly seat?: number | null;
  readonly name: string;
}

/** R22: the finished games of the series, or of all rematches. */
export interface StandingsView {
  readonly games: readonly (readonly number[])[];
  readonly of: number | null;
  readonly totals: readonly number[];
  readonly winners: readonly number[] | null;
}

/** Owner: begin now, bots filling the gaps. */
export interface Start {
  readonly id: string;
  readonly do: "start";
}

/** A table and the link to it. */
export interface TableAnswer {
  readonly table: string;
  readonly link: string;
  readonly view: TableView;
}

/** One of your tables; `bots` has the bot in each seat, null for a person or nobody. */
export interface TableSummary {
  readonly table: string;
  readonly link: string;
  readonly state: "open" | "playing" | "over";
  readonly game: number;
  readonly names: readonly string[];
  readonly bots: readonly (BotName | null)[];
  readonly yours: readonly number[];
  readonly turn: number | null;
  readonly owner: boolean;
  readonly at: number;
}

/** A table as you see it, whole. */
export interface TableView {
  readonly table: string;
  readonly version: number;
  readonly state: "open" | "playing" | "over";
  readonly setup: Setup;
  readonly seats: readonly SeatView[];
  readonly game: number;
  readonly turn?: number | null;
  readonly moves?: readonly MoveView[];
  readonly last?: readonly PlyView[];
  readonly request?: RequestView | null;
  readonly result?: ResultView | null;
  readonly standings: StandingsView | null;
  readonly owner: boolean;
  readonly yours: readonly number[];
  readonly seat: number | null;
  readonly position?: string | null;
  readonly hand?: HandView | null;
  readonly clock_ms?: number | null;
  readonly undo?: readonly UndoView[];
  readonly barred?: readonly number[];
}

/** A number that another seat has. */
export interface TheirsView {
  readonly seat: number;
  readonly number: number;
}

/** Go back to the start of the seat's last turn; the others are asked if they must be. */
export interface Undo {
  readonly id: string;
  readonly version: number;
  readonly seat: number;
  readonly do: "undo";
}

/** Whether a seat of yours can take its last turn back, and whether the others need be asked. */
export interface UndoView {
  readonly seat: number;
  readonly possible: boolean;
  readonly free: boolean;
}

/** A line of a hand: number of discs of a colour, and worth of each: now if known, at least and at most. */
export interface WorthView {
  readonly colour: string;
  readonly count: number;
  readonly now: number | null;
  readonly least: number;
  readonly most: number;
}

export type Command = MakeMove | Undo | Agree | Decline | Sit | Leave | Return | Free | SeatBot | Change | Start | Next;

export type ClientMessage = MakeMove | Undo | Agree | Decline | Sit | Leave | Return | Free | SeatBot | Change | Start | Next | LookAt | ShowMe | BeatBack;

export type RestRequest = NewTable | QuickGame | Join | SeatOf | HandoverCode | ReplayText;
