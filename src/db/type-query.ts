import { isConnectionLost } from "./client.ts";

/** The query that the client of the database runs first on every connection, to know the array types. */
const typeQuery = /from pg_catalog\.pg_type a\b/;

/**
 * The client leaves the rejection of that query unhandled when its connection is lost. Reservations that wait for the
 * connection fail (`Pool`), later ones open a new one.
 */
export const isLostTypeQuery = (reason: unknown): boolean =>
  isConnectionLost(reason) && reason instanceof Error && "query" in reason && typeQuery.test(String(reason.query));
