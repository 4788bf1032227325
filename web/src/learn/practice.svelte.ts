/** A practice table: a real table on the server, made from a position, and deleted afterwards. */

import { Connection } from "../lib/api/connection.svelte";
import type { NewTable, Setup, TableAnswer } from "../lib/api/contract";
import { PendingRequest } from "../lib/api/request.svelte";
import { post } from "../lib/api/rest";
import { clear, clearLeftovers, remember } from "./leftovers";

export class Practice {
  connection = $state.raw<Connection | null>(null);
  /** The request for the table that is laid last; those before it no longer matter. */
  request = $state.raw(new PendingRequest());
  #table: string | null = null;

  /** Lay the discs out, in place of those of the last time. The bot at the other seat takes its time. */
  async lay(start: string, name: string, botDelay: number): Promise<void> {
    this.clear();
    const request = new PendingRequest();
    this.request = request;
    const setup: Setup = { bot_delay_ms: botDelay, watch: "nobody" };
    const table = await request.run(makeTable({ start, setup, seats: [{ name }, { bot: "random" }] }));
    if (table === undefined) return;
    if (request === this.request) this.#sit(table);
    else void clear(table); // Somebody went away, or began anew, meanwhile.
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
    this.connection?.close();
    this.connection = null;
    this.request = new PendingRequest();
    if (this.#table !== null) void clear(this.#table);
    this.#table = null;
  }
}

/** Make a table of a lesson, once what earlier visits left behind is gone; gives its code. */
async function makeTable(wanted: NewTable): Promise<string> {
  await clearLeftovers();
  const { table } = await post<TableAnswer>("/tables", wanted);
  remember(table);
  return table;
}
