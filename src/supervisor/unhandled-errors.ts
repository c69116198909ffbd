import type { Log } from "../log/log.ts";

/**
 * The last line of defence of processes that work for all companies: what one of them provokes must not end the work of the
 * others. An error that gets here is a defect all the same and is logged.
 *
 * - A rejected promise without a handler leaves the same state as an error that was caught: the process goes on.
 * - The error of a connection without a listener belongs to a connection that is closed already: the process goes on.
 * - After any other exception the state of the process is unknown. It ends, and the supervisor starts another one.
 */
export function surviveUnhandledErrors(log: Log): void {
  process.on("unhandledRejection", (reason) => {
    log.error({ err: reason }, "the rejection of a promise was not handled");
  });
  process.on("uncaughtException", (error) => {
    if (isConnectionError(error)) {
      log.error({ err: error }, "the error of a connection was not handled");
      return;
    }
    log.fatal({ err: error }, "unexpected exception: the process ends");
    process.exit(1);
  });
}

/** Error codes of the system's sockets; files have others. */
const socketCodes = new Set([
  "EADDRNOTAVAIL",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "ENETUNREACH",
  "ENOTCONN",
  "ENOTFOUND",
  "EPIPE",
  "EPROTO",
  "ETIMEDOUT",
]);

function isConnectionError(error: Error): boolean {
  const code = "code" in error ? String(error.code) : "";
  return socketCodes.has(code) || /^ERR_(?:SSL|TLS|STREAM)_/.test(code);
}
