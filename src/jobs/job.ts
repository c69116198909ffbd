import type { Static, TObject } from "typebox";

/** A kind of background work: its queue, what it carries (ids, never addresses), how often it is tried. */
export type Job<Payload extends TObject = TObject> = {
  readonly name: string;
  readonly payload: Payload;
  readonly retryLimit: number;
  readonly retryDelayS: number;
  /** A run longer than this is taken for dead and tried again. */
  readonly expireMinutes: number;
  /** The queue that gets what was tried in vain. */
  readonly deadLetter?: string;
  /** Cron in UTC for work that starts by itself. */
  readonly schedule?: string;
};

export const defineJob = <Payload extends TObject>(job: Job<Payload>): Job<Payload> => job;

export type PayloadOf<Kind> = Kind extends Job<infer Payload> ? Static<Payload> : never;
