import type { Backoff } from "../kernel/backoff.ts";
import { addMs } from "../kernel/local-time.ts";
import { joinNodes, node, type SqlNode } from "./sql-node.ts";

/**
 * The time of the next attempt after one or more consecutive failures. Each time is a parameter: a cluster refuses an
 * UPDATE that adds an interval of a column to a time, and one with an element of an array ends its coordinator.
 */
export function nextAttemptAt(backoff: Backoff, now: Date, failures: SqlNode): SqlNode {
  const times = backoff.map((ms) => addMs(now, ms));
  const last = times.at(-1) ?? now;
  const earlier = times
    .slice(0, -1)
    .map((time, index) => node`when ${failures} <= ${index + 1} then ${time}::timestamptz`);
  return earlier.length === 0
    ? node`${last}::timestamptz`
    : node`case ${joinNodes(earlier, node` `)} else ${last}::timestamptz end`;
}
