import { openConnections, type Sql } from "./driver/connect.ts";
import type { Statement } from "./driver/statement.ts";

export type { Sql } from "./driver/connect.ts";
export type { ReservedSql } from "./driver/reservation.ts";
export type { Fragment } from "./driver/statement.ts";
export type { SqlTag } from "./driver/tag.ts";
export type PendingQuery<Rows extends readonly object[]> = Statement<Rows>;

/** Milliseconds that one statement may take; 0 is no limit. */
const statementTimeouts = { request: 60_000, background: 1_800_000, migration: 0 } as const;

export type WorkKind = keyof typeof statementTimeouts;

export type ConnectOptions = {
  /** Decides how long a statement may take; without it the server's own setting applies. */
  work?: WorkKind;
  max?: number;
  /** Server settings of each connection. */
  settings?: Record<string, string>;
};

/** Snake case is the database's, camel case ours; `date` stays a calendar day instead of becoming an instant. */
export const connect = (url: string, options: ConnectOptions = {}): Sql =>
  openConnections(url, {
    max: options.max ?? 10,
    connectTimeoutS: 5,
    // The hits of a search over a million contacts fit in memory; otherwise they spill to disk.
    session: {
      application_name: "postrider",
      TimeZone: "UTC",
      work_mem: "16MB",
      ...(options.work === undefined ? {} : { statement_timeout: statementTimeouts[options.work] }),
      ...options.settings,
    },
  });

const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "08001", // a node of the cluster cannot be reached
  "08003",
  "08006",
  "53300", // too many connections
  "57P01", // administrator shut it down
  "57P02", // crashed
  "57P03", // starting up
]);

const codeOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;

/** The database is unreachable, as opposed to a failed statement. */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (unreachableCodes.has(code) || isMissingSocket(error) || isNodeLost(error));
}

/** A failed statement, or an unreachable database. */
export const isDatabaseError = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof Error && error.name === "PostgresError");

/** Citus reports a node that is lost during a transaction or a copy of rows as an internal error, with the text of its client. */
const isNodeLost = (error: unknown): boolean =>
  codeOf(error) === "XX000" &&
  error instanceof Error &&
  /^(?:failure on connection marked as|SSL error: |server closed the connection)/.test(error.message);

/**
 * The connection itself is gone. The coordinator of a cluster reports a lost node as the error of a statement; its
 * connection goes on.
 */
export const isConnectionLost = (error: unknown): boolean =>
  isUnreachable(error) && !(error instanceof Error && "severity" in error && error.severity === "ERROR");

/** The same code is used for files. */
const isMissingSocket = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === "ENOENT" && "syscall" in error && error.syscall === "connect";

/** Only our own limit cancels statements. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === "57014";

/** A transaction with a limit of its own waited too long for a lock. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === "55P03";

/** INSERT … SELECT on a cluster reports the violation of a node as an internal error. */
export const isUniqueViolation = (error: unknown): boolean =>
  codeOf(error) === "23505" ||
  (codeOf(error) === "XX000" && error instanceof Error && error.message.startsWith("duplicate key value violates"));

/** The server, or the coordinator of a cluster, ended the transaction because others waited for it in a circle. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === "40P01";
