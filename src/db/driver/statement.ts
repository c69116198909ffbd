import type postgres from "postgres";
import { readPages } from "./cursor.ts";
import { openCopyIn, readCopyOut, type CopyIn } from "./copy.ts";
import type { Client, Held, Runner } from "./runner.ts";

export type RowsOf = readonly (object | undefined)[];

/** What the tag makes of names, lists of names and rows: `insert into t ${sql(row)}`. */
export type Helper = postgres.Helper<object | string, string[]>;

/** A part of a statement, or a whole one. */
export abstract class Fragment {
  /** The client's own statement, to be sent or embedded. */
  abstract make(client: Client): postgres.Fragment;
}

type Value = string | number | boolean | Date | Uint8Array | null | readonly Value[];

/** Fragments become text of the statement, other values its parameters. */
export type Parameter = Value | undefined | Helper | Fragment | readonly Fragment[];

type Reaction<Value, Result> = ((value: Value) => Result | PromiseLike<Result>) | null | undefined;

/**
 * A statement of a pool or of one connection. It runs once, when it is first awaited or executed, and always settles: with
 * an error when its connection is lost. As a value of another statement it is a fragment and does not run.
 */
export class Statement<Rows extends RowsOf> extends Fragment implements Promise<postgres.RowList<Rows>> {
  readonly #runner: Runner;
  readonly #query: (client: Client) => postgres.PendingQuery<Rows>;
  #result: Promise<postgres.RowList<Rows>> | undefined;
  readonly origin: string | undefined;

  constructor(runner: Runner, query: (client: Client) => postgres.PendingQuery<Rows>, origin?: string) {
    super();
    this.#runner = runner;
    this.#query = query;
    this.origin = origin;
  }

  get [Symbol.toStringTag](): string {
    return "Statement";
  }

  make(client: Client): postgres.PendingQuery<Rows> {
    return this.#query(client);
  }

  #run(): Promise<postgres.RowList<Rows>> {
    return (this.#result ??= this.#runner.run(this));
  }

  /** Sends the statement without waiting for it. */
  execute(): this {
    void this.#run();
    return this;
  }

  // oxlint-disable-next-line unicorn/no-thenable
  then<Result = postgres.RowList<Rows>, Failure = never>(
    resolved?: Reaction<postgres.RowList<Rows>, Result>,
    rejected?: Reaction<unknown, Failure>,
  ): Promise<Result | Failure> {
    return this.#run().then(resolved, rejected);
  }

  catch<Failure = never>(rejected?: Reaction<unknown, Failure>): Promise<postgres.RowList<Rows> | Failure> {
    return this.#run().catch(rejected);
  }

  finally(settled?: (() => void) | null): Promise<postgres.RowList<Rows>> {
    return this.#run().finally(settled);
  }

  /** Values as the bytes that the server sends, in the order of the columns. */
  raw(): Promise<postgres.RawRowList<Rows>> {
    return this.#runner.run({ make: (client) => this.make(client).raw(), origin: this.origin });
  }

  /** Values in the order of the columns. */
  values(): Promise<postgres.ValuesRowList<Rows>> {
    return this.#runner.run({ make: (client) => this.make(client).values(), origin: this.origin });
  }

  /** Asks for columns and parameters without running the statement. */
  describe(): Promise<postgres.Statement> {
    return this.#runner.run({ make: (client) => this.make(client).describe(), origin: this.origin });
  }

  /** Rows in pages; fails when the connection is lost before the last page. */
  cursor(rowsPerPage: number): AsyncGenerator<NonNullable<Rows[number]>[]> {
    return this.#onHeld((held) => readPages(held, this.make(held.client), rowsPerPage));
  }

  /** The bytes of `copy … to stdout`. */
  copyOut(): AsyncGenerator<Buffer> {
    return this.#onHeld((held) => readCopyOut(held, this.make(held.client)));
  }

  /** Rows for `copy … from stdin`; part of the transaction when it has ended. */
  async copyIn(): Promise<CopyIn> {
    const held = await this.#runner.hold();
    return openCopyIn(held, this.make(held.client));
  }

  /** Runs a text that may contain BEGIN and COMMIT of its own: on a connection without statements of others. */
  async alone(): Promise<postgres.RowList<Rows>> {
    const held = await this.#runner.hold();
    try {
      return await this.make(held.client);
    } catch (error) {
      if (held.error() === undefined) await held.client`rollback`;
      throw error;
    } finally {
      held.letGo();
    }
  }

  async *#onHeld<Part>(read: (held: Held) => AsyncGenerator<Part>): AsyncGenerator<Part> {
    const held = await this.#runner.hold();
    try {
      yield* read(held);
    } finally {
      held.letGo();
    }
  }
}
