import type { Readable } from "node:stream";
import type postgres from "postgres";
import { lostConnection } from "./socket.ts";
import { CopyAnswers } from "./copy-answers.ts";
import type { Held } from "./runner.ts";

type Query = postgres.Fragment;

export async function* readCopyOut({ socket, error }: Held, query: Query): AsyncGenerator<Buffer> {
  const rows: Readable = await query.readable();
  rows.on("error", () => undefined);
  try {
    for await (const row of rows.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(row)) throw new TypeError("COPY gives bytes");
      yield row;
    }
    const lost = error();
    if (lost !== undefined) throw lost;
  } finally {
    // When aborted, the rest is discarded: the client reads nothing while its buffer is full.
    rows.resume();
    socket()?.resume();
  }
}

export type CopyIn = {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
};

/**
 * The client drops an error that comes after the last row, and does not end the stream then, nor when the connection is lost:
 * what the server says at the end is read from the bytes of the connection.
 */
export async function openCopyIn({ socket, error, letGo }: Held, query: Query): Promise<CopyIn> {
  try {
    const rows = await query.writable();
    rows.on("error", () => undefined);
    const answers = new CopyAnswers(socket());
    const reason = (failure: unknown): Error =>
      answers.error ??
      error() ??
      rows.errored ??
      (failure instanceof Error ? failure : lostConnection(String(failure)));
    return {
      write: (chunk) =>
        new Promise((resolve, reject) => {
          rows.write(chunk, (failure) => {
            if (failure === null || failure === undefined) {
              resolve();
              return;
            }
            letGo();
            reject(reason(failure));
          });
        }),
      async end() {
        try {
          rows.end();
          await answers.ended;
          const failure = answers.error ?? error();
          if (failure !== undefined) throw failure;
        } finally {
          letGo();
        }
      },
    };
  } catch (failure) {
    letGo();
    throw failure;
  }
}
