import { isDeadlock, isStatementTimeout, isUnreachable } from "../../db/client.ts";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import { minutes } from "../../kernel/local-time.ts";
import type { Log } from "../../log/log.ts";
import type { SourceRef } from "../../message-source.ts";

const intervalMs = minutes(1);
const maxTracked = 1000;

/** Logs why messages of a source fail: once per source, step and minute. Never the content or an address. */
export class FailureLog {
  readonly #log: Log;
  readonly #loggedAt = new BoundedCache<string, number>(maxTracked);

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns whether the cause passes by itself; every other cause is an error in the program. */
  report({ tenantId, kind, sourceId }: SourceRef, step: string, error: unknown): "passing" | "internal" {
    const cause = isPassing(error) ? "passing" : "internal";
    const key = `${tenantId} ${sourceId} ${step}`;
    const now = performance.now();
    if (now - (this.#loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < intervalMs) return cause;
    this.#loggedAt.set(key, now);
    const fields = { err: error, tenantId, kind, sourceId, step };
    if (cause === "passing") this.#log.warn(fields, "messages have to wait");
    else this.#log.error(fields, "messages cannot be sent because of an internal error");
    return cause;
  }
}

/** The database is unreachable or busy. */
const isPassing = (error: unknown): boolean => isUnreachable(error) || isDeadlock(error) || isStatementTimeout(error);
