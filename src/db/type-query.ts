import { isConnectionLost } from "./client.ts";

/** The query that the client of the database runs first on every connection, to know the array types. */
const typeQuery = /from pg_catalog\.pg_type a\b/;

/**
 * The client leaves the rejection of that query unhandled, which would end the process. A connection that is lost during the
 * query is no reason for that: reservations that wait for it fail (`Pool`), later ones open a new connection.
 */
export function surviveLostTypeQueries(): void {
  process.on("unhandledRejection", (reason) => {
    if (!isConnectionLost(reason) || !typeQuery.test(statementOf(reason))) throw reason;
  });
}

const statementOf = (error: unknown): string => (error instanceof Error && "query" in error ? String(error.query) : "");
