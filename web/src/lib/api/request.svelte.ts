/** Requests under way to the server: whether any still is, and why the last one was refused. */

import type { Refusal } from "./contract";
import { failure } from "./rest";

export class PendingRequest {
  /** Whether anything is still on its way. */
  busy = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  #underway = 0;

  /** Let go of what was refused. */
  forget(): void {
    this.refusal = null;
  }

  /** Wait for the answer to a request; undefined if it was refused. */
  async run<T>(answer: Promise<T>): Promise<T | undefined> {
    this.#underway += 1;
    this.busy = true;
    this.forget();
    try {
      return await answer;
    } catch (error) {
      const refusal = failure(error);
      if (refusal.code !== "stale") this.refusal = refusal; // The view that comes with it says what has happened.
      return undefined;
    } finally {
      this.#underway -= 1;
      this.busy = this.#underway > 0;
    }
  }
}
