import { isConnectionLost } from "./client.ts";

/** The statement that the client of the database runs first on every connection, to know the types of arrays. */
const typeQuery = /from pg_catalog\.pg_type a\b/;

/**
 * The client does not handle the failure of that statement, which would end the process. The connection is opened again; who
 * waited for it fails (`Pool`).
 */
export function surviveLostTypeQueries(): void {
  process.on("unhandledRejection", (reason) => {
    if (!isConnectionLost(reason) || !typeQuery.test(statementOf(reason))) throw reason;
  });
}

const statementOf = (error: unknown): string => (error instanceof Error && "query" in error ? String(error.query) : "");
