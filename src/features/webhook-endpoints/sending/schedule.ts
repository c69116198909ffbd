import { backoffMs, backoffs } from "../../../kernel/backoff.ts";
import { addMs, days } from "../../../kernel/local-time.ts";

const retries = backoffs.endpointDelivery;

/** The time of the next attempt after this number of attempts; undefined after the tenth, which is the last. */
export const nextAttemptAt = (attempts: number, now: Date): Date | undefined =>
  attempts > retries.length ? undefined : addMs(now, backoffMs(retries, attempts));

/** All attempts of a delivery take longer. */
export const failingLimitMs = days(3);
