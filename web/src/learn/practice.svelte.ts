/** A little table to try things at: a real one, laid out on the server from a position, and cleared away again. */

import { Connection } from "../lib/api/connection.svelte";
import type { TableAnswer } from "../lib/api/contract";
import type { Refusal } from "../lib/api/rest";
import { failure, post } from "../lib/api/rest";
import { clear, clearLeftovers, remember } from "./leftovers";

export class Practice {
  connection = $state.raw<Connection | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  #table: string | null = null;
  #laid = 0;

  /** Lay the discs out, in place of those of the last time. The bot at the other seat takes its time. */
  async lay(start: string, name: string, botDelay: number): Promise<void> {
    this.clear();
    const laid = this.#laid;
    const setup = { bot_delay_ms: botDelay, watch: "nobody" };
    try {
      await clearLeftovers();
      const { table } = await post<TableAnswer>("/tables", { start, setup, seats: [{ name }, { bot: "random" }] });
      remember(table);
      if (laid === this.#laid) this.#sit(table);
      else void clear(table); // Somebody went away, or began anew, meanwhile.
    } catch (error) {
      if (laid === this.#laid) this.refusal = failure(error);
    }
  }

  #sit(table: string): void {
    this.#table = table;
    this.connection = new Connection(table);
  }

  /** Nothing more is to happen: the bots of a table that nobody watches stand still. */
  rest(): void {
    this.connection?.close();
  }

  /** Take the discs off the table, and leave nothing behind. */
  clear(): void {
    this.#laid += 1;
    this.connection?.close();
    this.connection = null;
    this.refusal = null;
    if (this.#table !== null) void clear(this.#table);
    this.#table = null;
  }
}
