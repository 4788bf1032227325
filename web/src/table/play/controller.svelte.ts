/** Controller of a table: position, highlights, the move under way and its refusal. */

import type { Highlights } from "../../board/highlights";
import { highlights } from "../../board/highlights";
import type { Position } from "../../board/notation";
import { parseMove, parsePosition } from "../../board/notation";
import type { Connection, NewCommand } from "../../lib/api/connection.svelte";
import type { MoveView, Refusal, UndoView } from "../../lib/api/contract";
import { PendingRequest } from "../../lib/api/request.svelte";
import { settings } from "../../lib/state/settings.svelte";
import { Selection } from "./selection.svelte";
import { movesHere } from "./duty";

export class TableController {
  readonly connection: Connection;
  readonly selection: Selection;
  readonly #request = new PendingRequest();
  #played = $state.raw<MoveView | null>(null);
  #version = $state(Infinity);

  constructor(connection: Connection) {
    this.connection = connection;
    this.selection = new Selection(
      () => this.moves,
      () => this.position,
      (move) => void this.#play(move),
      () => settings.confirm,
    );
  }

  /** The last refusal; forgotten with the next action. */
  get refusal(): Refusal | null {
    return this.#request.refusal;
  }

  readonly #positionText = $derived.by(() => this.connection.view?.position ?? null);
  /** The same object as long as the position is the same. */
  readonly position: Position | null = $derived(this.#positionText === null ? null : parsePosition(this.#positionText));

  /** The move that is on its way: until the view comes that it led to. */
  readonly sent: MoveView | null = $derived.by(() => {
    const isThere = (this.connection.view?.version ?? 0) >= this.#version;
    return isThere ? null : this.#played;
  });

  /** What can be chosen here now. */
  readonly moves: readonly MoveView[] = $derived.by(() => (this.sent ? [] : movesHere(this.connection.view)));

  /** The choice so far, or the move that is on its way. */
  readonly highlights: Highlights = $derived.by(() => {
    if (this.sent === null) return this.selection.highlights;
    const { pawn } = parseMove(this.sent.move);
    return highlights([this.sent], pawn, pawn === null ? null : (this.position?.pawns.get(pawn) ?? null));
  });

  /** The turn that can be taken back here: the last one if it was made here, else the one that needs no asking. */
  readonly undo: UndoView | null = $derived.by(() => {
    const possible = (this.connection.view?.undo ?? []).filter((undo) => undo.possible);
    const last = this.connection.view?.last?.[0]?.seat;
    return possible.find(({ seat }) => seat === last) ?? possible.find(({ free }) => free) ?? possible[0] ?? null;
  });

  /** Take the last turn back, or ask the others for it. */
  async takeBack(): Promise<void> {
    const { view } = this.connection;
    if (view === null || this.undo === null || view.request) return;
    await this.#command({ do: "undo", seat: this.undo.seat, version: view.version });
  }

  async #play(move: MoveView): Promise<void> {
    const { view } = this.connection;
    if (!view?.turn) return;
    this.#played = move;
    this.#version = Infinity;
    this.#version = await this.#command({ do: "move", seat: view.turn, version: view.version, move: move.move });
  }

  /** The version that a command led to; 0 if it was refused. */
  async #command(command: NewCommand): Promise<number> {
    this.forget();
    return (await this.#request.run(this.connection.command(command))) ?? 0;
  }

  /** Think again: nothing is chosen, nothing was refused. */
  forget(): void {
    this.#request.forget();
    this.selection.cancel();
  }
}
