import type { FastifyBaseLogger } from "fastify";
import { pino, type DestinationStream } from "pino";

export type Log = FastifyBaseLogger;

/**
 * Log lines contain ids, never user data: no addresses, keys, tokens, query strings or bodies. Database errors keep
 * their code and routine; their detail may quote a row and is omitted.
 */
export function createLog(level: string): Log {
  const options = {
    level,
    base: null,
    serializers: {
      err: (error: unknown) => (error instanceof Error ? describeError(error) : { type: typeof error }),
      req: () => undefined,
      res: () => undefined,
    },
  };
  return pino(options, openOutput());
}

/** Lines that cannot be written are kept up to this length, later ones dropped. */
const maxWaitingBytes = 1_048_576;

/** Standard output, or a file. When it cannot be written, for example to a full disk, lines are lost; the process goes on. */
export function openOutput(file?: string): DestinationStream {
  const output = pino.destination({ dest: file ?? 1, maxLength: maxWaitingBytes });
  let isFailing = false;
  output.on("error", () => {
    isFailing = true;
  });
  output.on("write", () => {
    isFailing = false;
  });
  const flush = output.flushSync.bind(output);
  // At the end of a process the library repeats a failing write without end.
  return Object.assign(output, { flushSync: () => (isFailing ? undefined : flush()) });
}

/** What may be written of an error: no addresses, and nothing that the database quotes of rows. */
export function describeError(error: Error) {
  const code = "code" in error ? error.code : undefined;
  const isFromDatabase = error.name === "PostgresError";
  return {
    type: error.name,
    code,
    message: isFromDatabase ? "the database rejected a statement" : withoutAddresses(error.message),
    stack: error.stack
      ?.split("\n")
      .filter((line) => line.trimStart().startsWith("at "))
      .join("\n"),
  };
}

const withoutAddresses = (text: string) => text.replace(/[^\s@<>"']+@[^\s@<>"']+/g, "[address]");
