import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Log } from "../log/log.ts";
import { endWithTimeout } from "./errors.ts";

/** Protects the process from clients that hold connections. */
export type ConnectionLimits = {
  readonly maxConnections: number;
  /** Limit from the first byte of a request to the end of its headers, and then of the body of an ordinary request. */
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  /** Limit from the first byte of a request to the end of an uploaded file. */
  readonly uploadTimeoutMs: number;
  /** What is read and discarded of a body after the response. */
  readonly discardBytes: number;
  readonly discardTimeoutMs: number;
  /** Bytes of all bodies together, so that fast senders leave the process time for other requests. */
  readonly discardBytesPerSecond: number;
};

export const defaultConnectionLimits: ConnectionLimits = {
  maxConnections: 10_000,
  headersTimeoutMs: 60_000,
  bodyTimeoutMs: 60_000,
  uploadTimeoutMs: 3_600_000,
  discardBytes: 1_073_741_824,
  discardTimeoutMs: 60_000,
  discardBytesPerSecond: 64 * 1_048_576,
};

/** Options of the server; Node checks the timeouts at an interval. */
export const connectionOptions = ({ headersTimeoutMs, uploadTimeoutMs }: ConnectionLimits) => ({
  requestTimeout: uploadTimeoutMs,
  http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: Math.min(1000, headersTimeoutMs) },
});

/** A server reports connections that the system could not accept, for want of memory for example; it goes on. */
export function logAcceptErrors(server: Server, log: Log): void {
  server.on("error", (error) => log.error({ err: error }, "a connection could not be accepted"));
}

export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  app.server.maxConnections = limits.maxConnections;
  limitBodyTime(app, limits);
  discardUnreadBodies(app, limits);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function limitBodyTime(app: FastifyInstance, { bodyTimeoutMs }: ConnectionLimits): void {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  app.addHook("preParsing", ({ raw, routeOptions }, _reply, _payload, done) => {
    if (!raw.complete && hasBody(raw) && routeOptions.config.takesUpload !== true) {
      const timer = setTimeout(() => endWithTimeout(raw.socket), bodyTimeoutMs).unref();
      timers.set(raw, timer);
      raw.once("close", () => clearTimeout(timer));
    }
    done();
  });
  app.addHook("preValidation", ({ raw }, _reply, done) => {
    clearTimeout(timers.get(raw));
    done();
  });
}

/**
 * A connection that is closed with unread bytes is reset, and the client loses the response. A response before the end
 * of the body therefore leaves the connection open until the body has been read.
 */
function discardUnreadBodies(app: FastifyInstance, limits: ConnectionLimits): void {
  const discard = bodyDiscarder(limits);
  app.addHook("onSend", ({ raw }, reply, payload, done) => {
    if (!raw.complete && !raw.readableEnded && !raw.destroyed && hasBody(raw)) {
      void reply.header("Connection", "keep-alive");
      if (/\bclose\b/i.test(raw.headers.connection ?? "")) closeAfterBoth(raw, reply.raw);
      discard(raw);
    }
    done(null, payload);
  });
}

function closeAfterBoth(request: IncomingMessage, response: ServerResponse): void {
  const close = () => {
    if (request.readableEnded && response.writableFinished) request.socket.destroySoon();
  };
  request.once("end", close);
  response.once("finish", close);
}

/** Timers are too coarse for the time of one chunk. */
const minPauseMs = 5;

function bodyDiscarder(limits: ConnectionLimits): (request: IncomingMessage) => void {
  const { discardBytes, discardTimeoutMs, discardBytesPerSecond } = limits;
  let freeAt = 0;
  const delayAfter = (bytes: number): number => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (bytes / discardBytesPerSecond) * 1000;
    return freeAt - now;
  };
  return (request) => {
    let left = discardBytes;
    const timer = setTimeout(() => request.destroy(), discardTimeoutMs).unref();
    request.once("close", () => clearTimeout(timer));
    request.on("data", (chunk: Uint8Array) => {
      left -= chunk.length;
      if (left < 0) request.destroy();
      const delayMs = delayAfter(chunk.length);
      if (delayMs < minPauseMs) return;
      request.pause();
      setTimeout(() => request.resume(), delayMs);
    });
    request.resume();
  };
}
