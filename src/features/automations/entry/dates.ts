import type { Context } from "../../../context.ts";
import { addDays } from "../../../kernel/local-time.ts";
import { admitContacts } from "./admit.ts";
import type { DueTrigger, NextCheck } from "./checks.queries.ts";
import { dateCheckOn, monthDaysOn } from "./date-schedule.ts";
import { listContactsByDate } from "./dates.queries.ts";

const pageSize = 5000;

/**
 * Lets in the next contacts whose date, moved by the offset, is the day of the check. The position moves in the same
 * transaction, so that each contact enters once a day, also when the worker was down at that time.
 */
export async function checkDate(ctx: Context, trigger: DueTrigger): Promise<NextCheck> {
  const { automationId, node, config, shopId, checkAt, checkDay, checkedContactId } = trigger;
  if (checkDay === null) return { checkAt: null, checkDay, checkedContactId: null };
  const day = addDays(checkDay, -Number(config["offsetDays"] ?? 0));
  const { contactIds, next } = await listContactsByDate(ctx.db, {
    field: String(config["field"]),
    shopId,
    day,
    monthDays: monthDaysOn(day),
    after: checkedContactId ?? "0",
    limit: ctx.volume(pageSize),
  });
  if (contactIds.length > 0) {
    const at = ctx.clock.now();
    await admitContacts(ctx.db, { automationId, trigger: node, contactIds, at, cause: "trigger" });
  }
  if (next !== null) return { checkAt, checkDay, checkedContactId: next };
  const tomorrow = dateCheckOn(addDays(checkDay, 1), String(config["time"]), ctx.company.timeZone);
  return { ...tomorrow, checkedContactId: null };
}
