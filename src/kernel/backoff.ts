import { hours, minutes } from "./local-time.ts";

/** The pauses after the first, second … failure in a row; the last one is repeated. */
export type Backoff = readonly number[];

/** Every rule by which background work waits after a failure, except those of the queue's jobs, which `defineJob` states. */
export const backoffs = {
  /** A round of a loop: the database is usually unreachable, and the work goes on soon after it is back. */
  round: [500, 1000, 2000, 3000],
  /** A part of a round, such as the automation of a company. */
  part: [10_000, 20_000, 40_000, 60_000],
  /** A long action. */
  action: [10_000],
  /** A run of an automation that cannot be moved. */
  automationRun: [minutes(5)],
  /** A reader of the journal. */
  journalReader: [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000],
  /** The mail relay is away. */
  relay: [1000, 2000, 5000, 10_000, 30_000],
  /** A connection of a company that does not take messages. */
  connection: [minutes(0.5), minutes(1), minutes(2), minutes(5), minutes(15)],
  /** A probe of a throttled domain. */
  domainProbe: [minutes(0.5), minutes(1), minutes(2)],
  /** A mailbox that cannot be reached. */
  mailbox: [1, 2, 5, 10, 30].map(minutes),
  /** A message that was refused temporarily. */
  message: [0.5, 1, 2, 4, 8, 16, 32, 64, 120].map(minutes),
  /** A call of a webhook node. */
  webhookCall: [minutes(5)],
  /** A delivery to a webhook endpoint: the retries that Standard Webhooks recommends. */
  endpointDelivery: [5000, minutes(5), minutes(30), hours(2), hours(5), hours(10), hours(14), hours(20), hours(24)],
} satisfies Record<string, Backoff>;

/** The pause after a number of consecutive failures; 0 after none. */
export const backoffMs = (backoff: Backoff, failures: number): number =>
  failures === 0 ? 0 : (backoff[Math.min(failures, backoff.length) - 1] ?? 0);

/** Up to a fifth longer, so that what failed together is not tried again together. */
export const withJitter = (ms: number, random: () => number): number => Math.round(ms * (1 + random() / 5));
