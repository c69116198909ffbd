import type { Context } from "../../context.ts";
import { dayAt } from "../../kernel/local-time.ts";
import { dailyLimit, lastSendingDay } from "../sending/warm-up.ts";
import type { SendingPlan } from "./audience/shapes.ts";
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

async function planOfSender(
  { db, company }: Context,
  senderId: string,
  { recipients, sendAt }: { recipients: number; sendAt: Date },
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
