import type { Context } from "../../../context.ts";
import { isUnreachable } from "../../../db/client.ts";
import { part, type Part } from "../../../db/statement.ts";
import { addDays, dayAt, startOfDay } from "../../../kernel/local-time.ts";
import type { Slab } from "../../../kernel/slab.ts";
import type { SendOutcome } from "../../../mail/outcome.ts";
import type { Transport } from "../../../mail/transport.ts";
import type { PutOff } from "../../../mail/twig/protocol.ts";
import { dailyLimit } from "../../sending/warm-up.ts";
import { reasonAtClaim } from "../audience/compile.ts";
import type { Bars } from "./bars.ts";
import * as batches from "./batches.ts";
import { handingOver, handOver, type Handed } from "./hand-over.ts";
import { Unsendable, type Mailing } from "./mailing.ts";
import { pauseMs, resultOf, type Bar, type Reply, type Result } from "./outcomes.ts";
import type { Patience } from "./patience.ts";
import { findPause, returnToDay, takeOfDay, type DomainDay } from "./queries.ts";
import { make, unroll, valuesFor, type Unmade } from "./recipient.ts";
import * as results from "./results.ts";
import type { Pace } from "./pace.ts";

/** What a refusal for good does to the message and its contact. */
export type BookRefusal = (
  ctx: Context,
  message: { campaignId: string; contactId: string },
  reply: Reply,
) => Promise<unknown>;

export type LaneParts = {
  readonly bookRefusal: BookRefusal;
  readonly ctx: Context;
  readonly mailing: Mailing;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly patience: Patience;
  readonly bars: Bars;
  /** Where messages are written, of this batch alone. */
  readonly slab: Slab;
  /** The process is about to end. */
  readonly signal: AbortSignal;
};

/** After so long a batch is given back, so that another company has its turn. */
const turnMs = 1000;

/** How a batch ended for this worker: through, given back, because the mail service is away, or does not let us send. */
export type BatchEnd = "done" | "stopped" | "away" | Bar;

/** Sends one batch, group by group. Throws only when the database is away; the lease says then what is uncertain. */
export async function sendBatch(parts: LaneParts, batch: batches.Batch): Promise<BatchEnd> {
  const { ctx, mailing, pace } = parts;
  await batches.markUnknown(ctx.db, batch, ctx.clock.now());
  const how = handingOver(await gateOf(ctx, mailing), mailing.columns);
  const endsAt = performance.now() + turnMs;
  const pause = () => findPause(ctx.db, mailing.sender.domain, ctx.clock.now());
  // Asked once a turn, and again when the relay asks for patience: other lanes notice within their turns.
  let pausedUntil = await pause();
  for (;;) {
    if (parts.signal.aborted || performance.now() > endsAt) return giveBack(ctx, batch, null);
    if (pausedUntil !== undefined) return giveBack(ctx, batch, pausedUntil);
    const { allowed, nextAt, limited } = await allowance(parts, pace.groupSize);
    if (allowed === 0) return giveBack(ctx, batch, nextAt);
    const now = ctx.clock.now();
    const group = await handOver(ctx.db, batch, { how, limit: allowed, now });
    if (limited !== undefined && group.length < allowed) await returnToDay(ctx.db, limited, allowed - group.length);
    if (group.length === 0) {
      const standing = await batches.standingOf(ctx.db, batch);
      if (standing === "more") continue;
      if (standing === "done") await batches.deleteBatch(ctx.db, batch);
      else await batches.releaseBatch(ctx.db, batch, null);
      return standing;
    }
    const end = await sendGroup(parts, batch, group, limited);
    if (end === "away" || typeof end === "object") {
      await batches.releaseBatch(ctx.db, batch, null);
      return end;
    }
    if (end === "hopeless") {
      await batches.releaseBatch(ctx.db, batch, null);
      throw new Unsendable("template");
    }
    if (end === "service" || end === "rest") return giveBack(ctx, batch, afterPutOff(end, ctx.clock.now()));
    if (end === "patience") pausedUntil = await pause();
  }
}

/** What is asked of a message at the last moment. Whom the company itself left out was left out when rows were written. */
const gateOf = (ctx: Context, { audience }: Mailing): Promise<Part> =>
  reasonAtClaim(ctx, { ...audience, excludeSegmentIds: [], excludeEmails: [] }, part`x.list_id`);

async function giveBack(ctx: Context, batch: batches.Batch, dueAt: Date | null): Promise<BatchEnd> {
  await batches.releaseBatch(ctx.db, batch, dueAt);
  return "stopped";
}

/** A domain that warms up has a number of messages a day; what is left over waits for the company's next morning. */
async function allowance({ ctx, mailing: { sender } }: LaneParts, wanted: number) {
  if (sender.warmingSince === null) return unlimited(wanted);
  const now = ctx.clock.now();
  const limit = dailyLimit(sender.warmingSince, now);
  if (limit === null) return unlimited(wanted);
  const day = dayAt(now, ctx.company.timeZone);
  const nextAt = startOfDay(addDays(day, 1), ctx.company.timeZone);
  const limited = { domain: sender.domain, day };
  return { allowed: await takeOfDay(ctx.db, limited, { limit, wanted }), nextAt, limited };
}

const unlimited = (wanted: number) => ({ allowed: wanted, nextAt: null, limited: undefined });

type Sent = {
  readonly contact: Handed;
  readonly result: Result;
  readonly outcome: SendOutcome | undefined;
  /** Its template was not tried. */
  readonly putOff?: PutOff | undefined;
};

/** A template rests for a minute; one that is hopeless waits for a person, who resumes the campaign. */
const putOffMs = { service: 30_000, rest: 60_000, hopeless: 0 } as const;
const afterPutOff = (putOff: PutOff, now: Date) => new Date(now.getTime() + putOffMs[putOff]);

async function sendGroup(
  parts: LaneParts,
  batch: batches.Batch,
  group: readonly Handed[],
  limited: DomainDay | undefined,
): Promise<"ok" | "patience" | "away" | PutOff | Bar> {
  const { ctx } = parts;
  const begun = performance.now();
  const keepAlive = setInterval(() => {
    // A lease that could not be extended runs out: then the messages are uncertain, which is the truth.
    batches.extendLease(ctx.db, batch, ctx.clock.now()).catch(() => undefined);
  }, 5_000);
  try {
    const sent = await Promise.all(await tries(parts, group));
    parts.slab.clear();
    const now = ctx.clock.now();
    const ends = sent.flatMap(({ contact, result }) => endOf(contact.id, result));
    const later = sent.flatMap(({ contact, result }) => laterOf(contact.id, result, now));
    const refused = sent.flatMap(({ contact, result }) =>
      result.kind === "refused" ? [{ contactId: contact.id, reply: result.reply }] : [],
    );
    await persistAll([
      () => results.writeEnds(ctx.db, batch, ends, now),
      () => results.writeLater(ctx.db, batch, later, now),
      ...refused.map(({ contactId, reply }) => () => {
        const message = { campaignId: batch.campaignId, contactId };
        return parts.bookRefusal(ctx, message, reply);
      }),
    ]);
    const isPatient = await pauseDomains(parts, sent);
    const tried = sent.filter(({ outcome, putOff }) => outcome?.outcome !== "late" && putOff === undefined);
    parts.pace.note(tried.length, performance.now() - begun);
    if (limited !== undefined) await returnToDay(ctx.db, limited, sent.length - tried.length);
    const outcomes = sent.map(({ outcome }) => outcome);
    const bar = parts.bars.stopping(batch, outcomes);
    if (bar !== undefined) return bar;
    if (sent.some(({ result }) => result.kind === "away")) return "away";
    const putOff = sent.flatMap((each) => each.putOff ?? []);
    if (putOff.includes("hopeless")) return "hopeless";
    return putOff[0] ?? (isPatient ? "patience" : "ok");
  } finally {
    clearInterval(keepAlive);
  }
}

/** About ten minutes of a database that is away; a statement that it refuses is tried a few times only. */
const awayTries = 600;
const otherTries = 5;

/** What was sent must be written, however long the database is away: nobody else knows it. */
async function persist(write: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (attempt === (isUnreachable(error) ? awayTries : otherTries)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** attempt, 1000)));
    }
  }
}

/** What the database refuses keeps nothing else from being written. */
async function persistAll(writes: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const write of writes) {
    await persist(write).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      errors.push(error);
    });
  }
  if (errors.length > 0) throw errors[0];
}

/** For so long what the gate said holds: whoever has not begun to leave by then is asked again, as is the campaign. */
const freshMs = 800;

/** One promise a message, none of which fails; rendering happens while earlier ones are already on their way. */
async function tries(parts: LaneParts, group: readonly Handed[]): Promise<Promise<Sent>[]> {
  const { ctx, mailing, slab } = parts;
  const notAfter = performance.now() + freshMs;
  const date = ctx.clock.now();
  const today = dayAt(date, ctx.company.timeZone);
  const values = group.map((contact) => valuesFor(mailing, contact, today));
  const unrolled = mailing.plan.hasTwig ? await unroll(ctx, mailing, values) : undefined;
  return group.map(async (contact, index): Promise<Sent> => {
    const own = values[index];
    if (own === undefined) return unsent(contact, { reason: "content" }, date);
    const made = await make(mailing, contact, { unrolled: unrolled?.[index], values: own, date, room: slab.cut });
    if ("reason" in made) return unsent(contact, made, ctx.clock.now());
    // The first one always goes: however slow the relay is, it goes on.
    const outgoing = index === 0 ? made : { ...made, notAfter };
    const outcome = await parts.transport.send(outgoing).catch(() => uncertain);
    const tried = { attempts: contact.attempts, firstAt: contact.triedAt ?? date, now: ctx.clock.now() };
    return { contact, outcome, result: resultOf(outcome, tried, Math.random()) };
  });
}

const uncertain: SendOutcome = { outcome: "unknown", response: "" };

function unsent(contact: Handed, { reason, putOff }: Unmade, now: Date): Sent {
  const result: Result =
    putOff === undefined
      ? { kind: "failed", reason }
      : { kind: "later", reason, dueAt: afterPutOff(putOff, now), isTry: false };
  return { contact, outcome: undefined, result, putOff };
}

function endOf(contactId: string, result: Result): results.Ended[] {
  if (result.kind === "later" || result.kind === "away" || result.kind === "refused") return [];
  return [{ contactId, state: result.kind, reason: "reason" in result ? result.reason : null }];
}

function laterOf(contactId: string, result: Result, now: Date): results.Deferred[] {
  if (result.kind === "later") return [{ contactId, ...result }];
  return result.kind === "away" ? [{ contactId, reason: result.reason, dueAt: now, isTry: false }] : [];
}

/** Answers whether anybody asked for patience. */
async function pauseDomains({ ctx, mailing, patience }: LaneParts, sent: readonly Sent[]): Promise<boolean> {
  const now = ctx.clock.now();
  const tried = sent.map(({ contact, outcome }) => ({ domain: contact.domain, outcome }));
  const asked = patience.askedBy(tried, mailing.sender.domain, now);
  for (const asking of asked) {
    const untilOf = (level: number) => new Date(now.getTime() + pauseMs(level));
    const hasTakenSince = (time: Date) => patience.hasTakenSince(asking, time);
    await results.pauseDomain(ctx.db, asking, { now, untilOf, hasTakenSince });
  }
  return asked.length > 0;
}
