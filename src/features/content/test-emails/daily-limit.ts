import type { Context } from "../../../context.ts";
import { rateLimited } from "../../../kernel/errors.ts";
import { addDays, dayAt, startOfNextDay } from "../../../kernel/local-time.ts";
import * as queries from "./daily-count.queries.ts";
import { readContentSettings } from "../settings.ts";

const keptDays = 7;

/**
 * Counts test e-mails against the limits of the company's calendar day, in the transaction that queues them. Test addresses
 * are free to choose, so without a limit per company tests would reach anybody.
 */
export async function countTestEmails(ctx: Context, emails: readonly string[], at: Date): Promise<void> {
  const { db, company } = ctx;
  const { testEmails } = readContentSettings(ctx);
  const day = dayAt(at, company.timeZone);
  const max = { emails: testEmails.perDay, strangers: testEmails.strangersPerDay };
  const known = await queries.listKnownAddresses(db, emails);
  const added = { emails: emails.length, strangers: emails.length - known.length };
  if (await queries.addTestEmails(db, day, { ...added, max }))
    return queries.deleteTestEmailDays(db, addDays(day, -keptDays));
  const used = await queries.findTestEmailCount(db, day);
  const isOverDay = used.emails + added.emails > max.emails;
  const availableAt = startOfNextDay(day, company.timeZone);
  const retryAfter = Math.max(1, Math.ceil((availableAt.getTime() - at.getTime()) / 1000));
  throw rateLimited(isOverDay ? "test-emails-day" : "test-strangers-day", retryAfter, {
    availableAt: availableAt.toISOString(),
    limit: isOverDay ? max.emails : max.strangers,
    remaining: isOverDay ? max.emails - used.emails : max.strangers - used.strangers,
  });
}
