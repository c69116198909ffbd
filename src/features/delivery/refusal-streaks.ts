import { createHash } from "node:crypto";
import type { TenantDb } from "../../db/tenant.ts";
import { addMs } from "../../kernel/local-time.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { redactAddresses } from "../../mail/redact-response.ts";
import type { MessageSource, SourceRef } from "../../message-source.ts";
import { classifyRejection, toRelayRejection, type RefusalClass, type RelayRejection } from "./outcomes.ts";
import type { RefusalStreak } from "./refusal-streaks.queries.ts";
import * as queries from "./refusal-streaks.queries.ts";

/**
 * Ten refusals of one class, while there are more than twice as many as accepted messages, mean that the relay rejects the
 * sender.
 */
const minRefused = 10;
/** What was refused since refusals are more than half as many as accepted messages is taken back with them. */
const share = 2;
/** Refusals this short before belong to the streak too: the relay began to refuse within a group that it accepted mostly. */
const leadMs = 10_000;
const maxSamples = 50;

/** The refusals of one class in a group. `accepted` counts all messages of the variant, with those of the group. */
export type GroupRefusals = {
  readonly samples: readonly string[];
  readonly accepted: number;
  readonly at: Date;
};

/** The streak after a group; the order within a group means nothing, because its messages are sent concurrently. */
export function nextStreak(streak: RefusalStreak, { samples, accepted, at }: GroupRefusals): RefusalStreak {
  // Reports may move accepted messages to a bounce meanwhile.
  const newlyAccepted = Math.max(0, accepted - streak.accepted);
  const score = Math.max(0, streak.score + samples.length - share * newlyAccepted);
  const startScore = Math.max(0, streak.startScore + share * samples.length - newlyAccepted);
  return {
    refused: score === 0 ? 0 : streak.refused + samples.length,
    score,
    startScore,
    startedAt: at < streak.startedAt ? at : streak.startedAt,
    accepted,
    samples: [...streak.samples, ...samples].slice(-maxSamples),
  };
}

const noStreak = (accepted: number, at: Date): RefusalStreak => ({
  refused: 0,
  score: 0,
  startScore: 0,
  startedAt: at,
  accepted,
  samples: [],
});

/** Whether the refusals say that the relay rejects the sender, not the recipients. */
export const isSenderRejected = ({ refused, samples }: RefusalStreak, refusalClass: RefusalClass): boolean =>
  refused >= minRefused && (refusalClass === "sender" || !areFromProviders(samples));

const minWordings = 3;
const maxShareOfWording = 0.8;

/**
 * A relay rejects everybody with the same words; mailbox providers have their own. Replies are those of providers when there
 * are several wordings, none of them dominates, and every domain has one.
 */
function areFromProviders(samples: readonly string[]): boolean {
  const wordings = samples.map((sample) => sample.split(" ")[1] ?? "");
  const distinct = new Set(wordings);
  const domains = new Set(samples.map((sample) => sample.split(" ")[0] ?? ""));
  const mostFrequent = Math.max(...[...distinct].map((wording) => wordings.filter((each) => each === wording).length));
  return (
    distinct.size >= minWordings &&
    mostFrequent <= maxShareOfWording * samples.length &&
    new Set(samples).size === domains.size
  );
}

const shortHash = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 8);

/** Without the address, its domain, numbers and ids, which differ for each recipient. */
export function sampleOf({ email, domain }: { email: string; domain: string }, response: string): string {
  const wording = redactAddresses(response, email)
    .toLowerCase()
    .replaceAll(domain.toLowerCase(), "…")
    .replaceAll(/\S*\d\S*/g, "#");
  return `${shortHash(domain)} ${shortHash(wording)}`;
}

/** The refusal that stops the source, the class of refusals that must not count for recipients, and since when. */
export type SenderRefusal = {
  readonly rejection: RelayRejection;
  readonly refusalClass: RefusalClass;
  readonly since: Date;
};

type Attempt = {
  readonly contact: { readonly email: string; readonly domain: string };
  readonly outcome: SendOutcome | undefined;
};

type Refused = { readonly sample: string; readonly rejection: RelayRejection };

function groupByClass(attempts: readonly Attempt[]): Map<RefusalClass, [Refused, ...Refused[]]> {
  const classes = new Map<RefusalClass, [Refused, ...Refused[]]>();
  for (const { contact, outcome } of attempts) {
    const refusalClass = classifyRejection(outcome);
    if (refusalClass === undefined || outcome?.outcome !== "refused") continue;
    const { stage, code, enhanced, response } = outcome;
    const rejection = toRelayRejection(outcome) ?? { stage, code: enhanced ?? String(code), isCertain: false };
    const refused = { sample: sampleOf(contact, response), rejection };
    const others = classes.get(refusalClass);
    if (others === undefined) classes.set(refusalClass, [refused]);
    else others.push(refused);
  }
  return classes;
}

/** Since when the relay rejects the sender, as another worker found meanwhile; undefined when it does not. */
export async function findTakeBackStart(
  db: TenantDb,
  source: MessageSource,
  ref: SourceRef,
): Promise<Date | undefined> {
  const startedAt = await queries.findStoppedSince(db, source, ref);
  return startedAt === undefined ? undefined : addMs(startedAt, -leadMs);
}

/**
 * Adds the refusals of a group to the streaks of its variant. Returns the refusal that has to stop the source. Until it is
 * paused, groups of other workers that were being sent stop too.
 */
export async function recordRefusals(
  db: TenantDb,
  { source, ref }: { readonly source: MessageSource; readonly ref: SourceRef },
  { attempts, at }: { readonly attempts: readonly Attempt[]; readonly at: Date },
): Promise<SenderRefusal | undefined> {
  const classes = groupByClass(attempts);
  if (classes.size === 0) return undefined;
  const acceptedInGroup = attempts.filter(({ outcome }) => outcome?.outcome === "sent").length;
  return db.transaction(async (inner) => {
    const progress = await queries.getProgress(inner, source, ref);
    let stopping: SenderRefusal | undefined;
    for (const [refusalClass, refused] of [...classes].toSorted(([one], [two]) => one.localeCompare(two))) {
      const group = { refused, acceptedInGroup, at };
      const since = await advanceStreak(inner, { ...ref, refusalClass }, progress, group);
      const { rejection } = refused.find((each) => each.rejection.isCertain) ?? refused[0];
      if (since !== undefined) stopping ??= { rejection, refusalClass, since: addMs(since, -leadMs) };
    }
    return stopping;
  });
}

/** Returns the start of the streak when the source has to stop. */
async function advanceStreak(
  db: TenantDb,
  key: SourceRef & { readonly refusalClass: RefusalClass },
  { accepted, isSending }: { readonly accepted: number; readonly isSending: boolean },
  { refused, acceptedInGroup, at }: { refused: readonly Refused[]; acceptedInGroup: number; at: Date },
): Promise<Date | undefined> {
  const stored = await queries.lockStreak(db, key, noStreak(accepted, at));
  // A resumed source starts without a streak.
  const isResumed = stored.isPaused && isSending;
  const streak = nextStreak(isResumed ? noStreak(accepted, at) : stored, {
    samples: refused.map(({ sample }) => sample),
    accepted: accepted + acceptedInGroup,
    at,
  });
  const isStopping =
    (stored.isStopping && !isResumed) ||
    refused.some(({ rejection }) => rejection.isCertain) ||
    isSenderRejected(streak, key.refusalClass);
  if (!isStopping && streak.startScore === 0) {
    await queries.deleteStreak(db, key);
    return undefined;
  }
  await queries.updateStreak(db, key, { ...streak, isStopping, isPaused: stored.isPaused && !isResumed }, at);
  return isStopping ? streak.startedAt : undefined;
}
