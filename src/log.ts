import type { FastifyBaseLogger } from "fastify";
import { pino } from "pino";

export type Log = FastifyBaseLogger;

/**
 * Lines carry ids, never what a person wrote: no addresses, keys, tokens, query strings or bodies. Errors of the
 * database keep their code and routine; their detail may quote a row and is left out.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    serializers: {
      err: (error: unknown) => (error instanceof Error ? describe(error) : { type: typeof error }),
      req: () => undefined,
      res: () => undefined,
    },
  });
}

function describe(error: Error) {
  const code = "code" in error ? error.code : undefined;
  const isFromDatabase = error.name === "PostgresError";
  return {
    type: error.name,
    code,
    message: isFromDatabase ? "the database refused a statement" : withoutAddresses(error.message),
    stack: error.stack
      ?.split("\n")
      .filter((line) => line.trimStart().startsWith("at "))
      .join("\n"),
  };
}

const withoutAddresses = (text: string) => text.replace(/[^\s@<>"']+@[^\s@<>"']+/g, "[address]");
