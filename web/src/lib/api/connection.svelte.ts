/** The socket of a table: its newest view, its state, and commands that act once however often they are sent. */

import type { AnswerView, ClientMessage, Command, Frame, Refusal, TableView } from "./contract";
import { CONTRACT, NOT_ALLOWED, TABLE_GONE } from "./constants";
import { reloadOnce } from "./reload";
import { Refused, failure, get, isPassing, tablePath } from "./rest";
import { wholeView } from "./unpack";

export type Status = "connecting" | "open" | "lost" | "ended";

/** A command that is still to get its id. */
export type NewCommand = Unidentified<Command>;
type Unidentified<C> = C extends Command ? Omit<C, "id"> : never;

interface Pending {
  readonly text: string;
  readonly settle: (answer: AnswerView) => void;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
const SILENCE_MS = 40_000; // The server beats every 15 seconds: after two missed beats nobody is there.

export class Connection {
  view = $state.raw<TableView | null>(null);
  status = $state<Status>("connecting");
  /** False while the server says that it can store nothing. */
  isStoring = $state(true);
  /** Why there is no way back: set when the status is `ended`. */
  refusal = $state.raw<Refusal | null>(null);
  /** Sends what somebody holds back. It is called before every command and before the end, so that nothing overtakes it. */
  flush: (() => void) | null = null;

  readonly #table: string;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing that is shown depends on it
  readonly #pending = new Map<string, Pending>();
  #socket: WebSocket | null = null;
  #isKnown = false;
  #tries = 0;
  #retry = 0;
  #silence = 0;
  #refused: Refusal | null = null;
  readonly #again = (): void => this.#connectNow();

  constructor(table: string) {
    this.#table = table;
    addEventListener("online", this.#again);
    addEventListener("pageshow", this.#again);
    document.addEventListener("visibilitychange", this.#again);
    void this.#fetchFirstView();
  }

  /** Send a command and wait for what comes of it; raises Refused. It outlives reconnects. */
  async command(command: NewCommand): Promise<number> {
    this.flush?.();
    if (this.status === "ended") throw new Refused(this.refusal ?? { code: "unreachable" });
    const id = crypto.randomUUID?.() ?? `c${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const text = JSON.stringify({ ...command, id });
    const answer = await new Promise<AnswerView>((settle) => {
      this.#pending.set(id, { text, settle });
      this.#transmit(text);
    });
    if (answer.refused) throw new Refused(answer.refused);
    return answer.version ?? 0;
  }

  /** Ask for the hand of a seat of yours, or for none. */
  look(seat: number | null): void {
    this.#send({ do: "look", seat });
  }

  /** Go, and do not come back. */
  close(): void {
    this.flush?.();
    this.#end(null);
    this.#socket?.close();
  }

  /** Ask for a view before the socket is opened: its answer sets the cookie that the socket needs. */
  async #fetchFirstView(): Promise<void> {
    try {
      const view = await get<TableView>(tablePath(this.#table));
      if (this.status === "ended") return;
      this.#isKnown = true;
      this.view ??= view;
      this.#connect();
    } catch (error) {
      if (this.status === "ended") return;
      const refusal = failure(error);
      if (isPassing(refusal)) this.#handleClose(0);
      else this.#end(refusal);
    }
  }

  #connect(): void {
    const host = location.origin.replace("http", "ws");
    const socket = new WebSocket(`${host}/api${tablePath(this.#table)}/socket?contract=${CONTRACT}`);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => this.#handleFrame(JSON.parse(event.data) as Frame);
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#handleClose(event.code);
    };
    this.#restartSilenceTimer();
  }

  #handleFrame(frame: Frame): void {
    this.#restartSilenceTimer();
    if (typeof frame.storing === "boolean") this.isStoring = frame.storing;
    if (frame.answer) this.#settle(frame.answer);
    if (frame.view) this.#applyView(wholeView(frame.view));
    if (frame.beat && this.view && frame.beat > this.view.version) this.#send({ do: "view" });
  }

  #applyView(view: TableView): void {
    const isFirst = this.status !== "open";
    if (view.version >= (this.view?.version ?? 0)) this.view = view;
    if (!isFirst) return;
    this.status = "open";
    this.#tries = 0;
    for (const { text } of this.#pending.values()) this.#transmit(text);
  }

  #settle(answer: AnswerView): void {
    if (answer.id === null) {
      this.#refused = answer.refused ?? null; // A socket that may not stay hears why in its first frame.
      return;
    }
    this.#pending.get(answer.id)?.settle(answer);
    this.#pending.delete(answer.id);
  }

  #handleClose(code: number): void {
    clearTimeout(this.#silence);
    if (code === TABLE_GONE) this.#end({ code: "no_such_table", table: this.#table });
    else if (code === NOT_ALLOWED) {
      if (this.#refused?.code === "other_contract" && reloadOnce(this.#refused["accepted"])) return;
      this.#end(this.#refused ?? { code: "watching_not_allowed" });
    }
    if (this.status === "ended") return;
    this.status = "lost";
    this.isStoring = true; // Whoever is reached next says so, if it is not.
    const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#tries++);
    this.#retry = setTimeout(() => this.#connectNow(), delay * (0.75 + Math.random() / 2));
  }

  #connectNow(): void {
    if (this.status !== "lost") return;
    clearTimeout(this.#retry);
    this.status = "connecting";
    if (this.#isKnown) this.#connect();
    else void this.#fetchFirstView();
  }

  #end(refusal: Refusal | null): void {
    this.status = "ended";
    this.refusal = refusal;
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    removeEventListener("online", this.#again);
    removeEventListener("pageshow", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
    for (const [id, { settle }] of this.#pending) settle({ id, refused: refusal ?? { code: "unreachable" } });
    this.#pending.clear();
  }

  #send(message: ClientMessage): void {
    this.#transmit(JSON.stringify(message));
  }

  #transmit(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** Count the connection as lost after a long silence. */
  #restartSilenceTimer(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const socket = this.#socket;
      this.#socket = null;
      socket?.close();
      this.#handleClose(0);
    }, SILENCE_MS);
  }
}
