import type { Static, TObject } from "typebox";

/** A kind of background job: its queue, its payload (ids, never addresses) and its retry policy. */
export type Job<Payload extends TObject = TObject> = {
  readonly name: string;
  readonly payload: Payload;
  readonly retryLimit: number;
  readonly retryDelayS: number;
  /** A run longer than this counts as dead and is retried. */
  readonly expireMinutes: number;
  /** The dead-letter queue for jobs whose retries are used up. */
  readonly deadLetter?: string;
  /** Cron expression in UTC of a scheduled job. */
  readonly schedule?: string;
};

export const defineJob = <Payload extends TObject>(job: Job<Payload>): Job<Payload> => job;

export type PayloadOf<Kind> = Kind extends Job<infer Payload> ? Static<Payload> : never;
