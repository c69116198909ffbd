/** JSON values: text, numbers, booleans, null, lists and objects of them. */
export type TwigContext = Readonly<Record<string, unknown>>;

/** Templates by name (subject, html …), rendered with each of the contexts. */
export type TwigJob = { templates: Readonly<Record<string, string>>; contexts: readonly TwigContext[] };

export type TwigFailure = {
  reason: "syntax" | "runtime" | "forbidden" | "time" | "memory" | "size";
  message: string;
  /** The name of the template, if known. */
  template?: string;
  line?: number;
  column?: number;
};

/**
 * Why a context was not tried: the renderer was unavailable, the template cools down after failures, or it failed so
 * often that a person has to look at it. A later retry may succeed.
 */
export type DeferReason = "service" | "cooldown" | "disabled";

export type TwigOutcome =
  | { ok: true; outputs: Readonly<Record<string, string>> }
  | { ok: false; failure: TwigFailure; deferReason?: DeferReason; retryAfterS?: number };

/**
 * A batch for the child process. Its outcomes may be fewer than the contexts: the others are requested again.
 * `retryStarved`: a render that timed out without getting the CPU is repeated.
 */
export type TwigRequest = TwigJob & { kind: "render_twig"; timeMs: number; retryStarved: boolean };

export const isTwigOutcomes = (answer: unknown): answer is TwigOutcome[] => Array.isArray(answer);

export const MAX_BATCH = 100;
/** A batch yields to others after this time. */
export const BATCH_MS = 3000;
/** A render that timed out without getting the CPU is retried once with this many times the limit. */
export const STARVED_RETRY_FACTOR = 4;
export const MAX_OUTPUT_CHARS = 1_000_000;

export const tooLong = { reason: "time", message: "The template runs too long" } as const;
export const tooMuchMemory = { reason: "memory", message: "The template uses too much memory" } as const;
