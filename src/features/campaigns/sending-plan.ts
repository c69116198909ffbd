import type { Context } from "../../context.ts";
import { dayAt } from "../../kernel/local-time.ts";
import { dailyLimit, lastSendingDay } from "../sending/warm-up.ts";
import type { SendingPlan } from "./audience/shapes.ts";
import { limitedEnd } from "./connection-estimate.ts";
import { findSenderLimits } from "./connection-loads.queries.ts";
import { findSenderWarmUp } from "./progress.queries.ts";

export type SenderLoad = { readonly senderId: string | null; readonly recipients: number };

const unlimited: SendingPlan = { dailyLimit: null, lastDay: null };

/** The warm-up limit of the slowest sender domain, and the company's day on which it sends the last message. */
export async function planSending(ctx: Context, loads: readonly SenderLoad[], sendAt: Date): Promise<SendingPlan> {
  const plans: SendingPlan[] = [];
  for (const [senderId, recipients] of recipientsBySender(loads)) {
    plans.push(await planOfSender(ctx, senderId, { recipients, sendAt }));
  }
  return plans.toSorted((a, b) => (b.lastDay ?? "").localeCompare(a.lastDay ?? ""))[0] ?? unlimited;
}

function recipientsBySender(loads: readonly SenderLoad[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { senderId, recipients } of loads) {
    if (senderId !== null) counts.set(senderId, (counts.get(senderId) ?? 0) + recipients);
  }
  return counts;
}

type Load = { readonly recipients: number; readonly sendAt: Date };

/** The slower of the warm-up of the domain and the limits of the connection. */
async function planOfSender(ctx: Context, senderId: string, load: Load): Promise<SendingPlan> {
  const plans = [await planOfWarmUp(ctx, senderId, load), await planOfConnection(ctx, senderId, load)];
  const limits = plans.flatMap(({ dailyLimit: limit }) => limit ?? []);
  const days = plans.flatMap(({ lastDay }) => lastDay ?? []);
  return { dailyLimit: limits.length === 0 ? null : Math.min(...limits), lastDay: days.toSorted().at(-1) ?? null };
}

async function planOfConnection(
  { db, company: { timeZone } }: Context,
  senderId: string,
  { recipients, sendAt }: Load,
): Promise<SendingPlan> {
  const today = dayAt(sendAt, timeZone);
  const limits = await findSenderLimits(db, senderId, today);
  const end = limits === undefined ? undefined : limitedEnd(limits, recipients, { now: sendAt, today, timeZone });
  if (limits === undefined || end === undefined) return unlimited;
  return { dailyLimit: limits.perDay, lastDay: dayAt(end, timeZone) };
}

async function planOfWarmUp(
  { db, company }: Context,
  senderId: string,
  { recipients, sendAt }: Load,
): Promise<SendingPlan> {
  const { timeZone } = company;
  const today = dayAt(sendAt, timeZone);
  const warmUp = await findSenderWarmUp(db, senderId, today);
  if (warmUp === undefined) return unlimited;
  const { warmingSince, sentToday, waiting } = warmUp;
  const limit = dailyLimit(warmingSince, sendAt);
  if (limit === null) return unlimited;
  const backlog = { since: warmingSince, sentToday, waiting: waiting + recipients };
  const lastDayAt = lastSendingDay(backlog, sendAt, timeZone);
  return { dailyLimit: limit, lastDay: lastDayAt === undefined ? today : dayAt(lastDayAt, timeZone) };
}
