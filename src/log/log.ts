import type { FastifyBaseLogger } from "fastify";
import { pino } from "pino";
import { openOutput } from "./output.ts";

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
