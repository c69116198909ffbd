import type { Duplex } from "node:stream";
import { lostConnection } from "./socket.ts";

/** First bytes of messages of the protocol, and of the fields of an error. */
const [errorMessage, readyForQuery] = [0x45, 0x5a];
const headerBytes = 5;

const fieldNames: Readonly<Record<string, string>> = {
  V: "severity",
  C: "code",
  M: "message",
  D: "detail",
  H: "hint",
  W: "where",
  s: "schema_name",
  t: "table_name",
  c: "column_name",
  n: "constraint_name",
  R: "routine",
};

/** What the server says while a COPY receives rows: nothing, until it has ended or failed. */
export class CopyAnswers {
  /** Settled when the server is ready for the next statement, or the connection is lost. */
  readonly ended: Promise<void>;
  #error: Error | undefined;
  #received = Buffer.alloc(0);

  constructor(socket: Duplex | undefined) {
    this.ended = new Promise((resolve) => {
      if (socket === undefined || socket.destroyed) {
        this.#error = lostConnection("the connection is lost");
        resolve();
        return;
      }
      const finish = () => {
        socket.off("data", read).off("close", close);
        resolve();
      };
      const close = () => {
        this.#error ??= lostConnection("the connection was lost during COPY");
        finish();
      };
      const read = (chunk: Buffer) => {
        if (this.#read(chunk)) finish();
      };
      socket.on("data", read).once("close", close);
    });
  }

  get error(): Error | undefined {
    return this.#error;
  }

  #read(chunk: Buffer): boolean {
    this.#received = Buffer.concat([this.#received, chunk]);
    while (this.#received.length >= headerBytes) {
      const end = 1 + this.#received.readInt32BE(1);
      if (this.#received.length < end) return false;
      const [kind] = this.#received;
      if (kind === errorMessage) this.#error ??= serverError(this.#received.subarray(headerBytes, end));
      this.#received = this.#received.subarray(end);
      if (kind === readyForQuery) return true;
    }
    return false;
  }
}

/** The same as the client's own errors of the server. */
function serverError(content: Buffer): Error {
  const fields = content
    .toString()
    .split("\0")
    .flatMap((field) => {
      const name = fieldNames[field.slice(0, 1)];
      return name === undefined ? [] : [[name, field.slice(1)] as const];
    });
  const { message = "COPY failed", ...details } = Object.fromEntries(fields);
  return Object.assign(new Error(message), { name: "PostgresError", ...details });
}
