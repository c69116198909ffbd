import type { Context } from "../../context.ts";
import { addDays, dayAt, startOfDay } from "../../kernel/local-time.ts";
import type { CompiledMessages } from "../../message-source.ts";
import { dailyLimit } from "../sending/warm-up.ts";
import { reserveWarmUpQuota, type WarmUpDay } from "./throttling.queries.ts";

export type Quota = {
  readonly allowed: number;
  /** When the next messages may be sent; null without a limit. */
  readonly nextAt: Date | null;
  readonly limited: WarmUpDay | undefined;
};

/** A warming domain may send a number of messages a day; the rest waits for the company's next morning. */
export async function reserveQuota(
  ctx: Context,
  { sender }: Pick<CompiledMessages, "sender">,
  wanted: number,
): Promise<Quota> {
  const now = ctx.clock.now();
  const limit = sender.warmingSince === null ? null : dailyLimit(sender.warmingSince, now);
  if (limit === null) return { allowed: wanted, nextAt: null, limited: undefined };
  const day = dayAt(now, ctx.company.timeZone);
  const nextAt = startOfDay(addDays(day, 1), ctx.company.timeZone);
  const limited = { domain: sender.domain, day };
  return { allowed: await reserveWarmUpQuota(ctx.db, limited, { limit, wanted }), nextAt, limited };
}
