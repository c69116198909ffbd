import { isDatabaseError, isUnreachable } from "../db/client.ts";
import { describeError } from "../log/log.ts";
import type { EntryError } from "./parked.queries.ts";

/**
 * Classes of SQLSTATE that are about the connection, the load, the rights or the schema of the server: the same entry may
 * succeed later. Deadlocks are in 40, statements that took too long in 57, locks in 55.
 */
const classesOfServer = new Set(["08", "25", "28", "3D", "40", "42", "53", "55", "57", "58"]);

/** Whether the entry may be what a reader cannot process, as against the database or its load. */
export function isFaultOfEntry(error: unknown): boolean {
  if (isUnreachable(error)) return false;
  return !(isDatabaseError(error) && classesOfServer.has(codeOf(error).slice(0, 2)));
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";

const maxMessageLength = 500;

/** As in the log: without addresses, and without what the database quotes of rows. */
export function entryError(error: unknown): EntryError {
  if (!(error instanceof Error)) return { errorClass: typeof error, errorMessage: "" };
  const { type, message } = describeError(error);
  return {
    errorClass: [type, codeOf(error)].filter((word) => word !== "").join(" "),
    errorMessage: message.slice(0, maxMessageLength),
  };
}
