import type { Duplex } from "node:stream";
import type postgres from "postgres";

export type Client = postgres.Sql;

/** What a client can run. */
export type Work<Result> = {
  /** The client sends it when it is awaited. */
  readonly make: (client: Client) => Promise<Result>;
  /** Where it was written, for the stack of its error. */
  readonly origin: string | undefined;
};

/** A connection on which nothing of others is sent meanwhile. */
export type Held = {
  readonly client: Client;
  /** Its bytes, for what the client does not report. */
  readonly socket: () => Duplex | undefined;
  /** The reason why the connection is lost. */
  readonly error: () => Error | undefined;
  readonly letGo: () => void;
};

/** Runs statements: a pool or one connection. */
export type Runner = {
  run<Result>(work: Work<Result>): Promise<Result>;
  hold(): Promise<Held>;
};
