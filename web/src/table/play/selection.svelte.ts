/** Selection of a move by taps: a pawn, perhaps its landing, then a disc; a tap elsewhere cancels. */

import type { Highlights } from "../../board/highlights";
import { NO_HIGHLIGHTS, highlights } from "../../board/highlights";
import type { PawnColour, Position, Spot } from "../../board/notation";
import { isSameSpot, parseMove, parseSpot } from "../../board/notation";
import type { MoveView } from "../../lib/api/contract";

export class Selection {
  pawn = $state.raw<PawnColour | null>(null);
  landing = $state.raw<Spot | null>(null);
  /** The place of a disc that can be taken both forward and backward, once it was tapped. */
  taking = $state.raw<number | null>(null);
  /** A move that waits to be confirmed. */
  waiting = $state.raw<MoveView | null>(null);

  readonly #moves: () => readonly MoveView[];
  readonly #position: () => Position | null;
  readonly #play: (move: MoveView) => void;
  readonly #confirms: () => boolean;

  /** `moves` gives the legal moves of the player here; without any nothing is highlighted. */
  constructor(
    moves: () => readonly MoveView[],
    position: () => Position | null,
    play: (move: MoveView) => void,
    confirms: () => boolean = () => false,
  ) {
    this.#moves = moves;
    this.#position = position;
    this.#play = play;
    this.#confirms = confirms;
  }

  /** The moves that are still meant. */
  readonly options = $derived.by(() => {
    const { landing, taking } = this;
    return this.#moves()
      .filter(({ move }) => this.pawn !== null && parseMove(move).pawn === this.pawn)
      .filter(({ to }) => landing === null || isSameSpot(parseSpot(to ?? "0"), landing))
      .filter(({ takes }) => taking === null || takes === taking);
  });

  readonly highlights: Highlights = $derived.by(() => {
    const moves = this.#moves();
    if (moves.length === 0) return NO_HIGHLIGHTS;
    const from = this.pawn === null ? null : (this.#position()?.pawns.get(this.pawn) ?? null);
    return highlights(moves, this.pawn, from, this.landing);
  });

  tapPawn(pawn: PawnColour): void {
    const isNew = pawn !== this.pawn && this.highlights.movable.has(pawn);
    this.cancel();
    if (isNew) this.pawn = pawn;
  }

  /** A place or a step: a disc that can be taken there is taken, a landing there is chosen, else all is forgotten. */
  tapSpot(spot: Spot): void {
    const takings = this.highlights.takings.filter(({ place }) => "place" in spot && place > 0 && place === spot.place);
    const ways = this.options.filter(({ to }) => isSameSpot(parseSpot(to ?? "0"), spot));
    if (takings.length === 1) this.choose(takings[0]?.move ?? "");
    else if (ways.length === 1) this.choose(ways[0]?.move ?? "");
    else if (ways.length > 1) this.landing = spot;
    else if (takings.length > 1) this.taking = takings[0]?.place ?? null;
    else this.cancel();
  }

  /** Make a move, or have it confirmed first. */
  choose(text: string): void {
    const move = this.#moves().find(({ move }) => move === text);
    if (move === undefined) return;
    if (this.#confirms() && this.waiting?.move !== text) {
      this.waiting = move;
      return;
    }
    this.cancel();
    this.#play(move);
  }

  cancel(): void {
    this.pawn = null;
    this.landing = null;
    this.taking = null;
    this.waiting = null;
  }
}
