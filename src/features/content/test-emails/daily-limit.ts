import type { Context } from "../../../context.ts";
import { rateLimited } from "../../../kernel/errors.ts";
import { addDays, dayAt, secondsUntil, startOfNextDay } from "../../../kernel/local-time.ts";
import * as queries from "./daily-count.queries.ts";
import { readContentSettings } from "../settings.ts";

const keptDays = 7;

/** Not the company's zone: a change of it would begin another day. */
const zone = "UTC";

/**
 * Counts test e-mails against the limits of the day in UTC, in the transaction that queues them. Test addresses are free to
 * choose, so without a limit per company tests would reach any address.
 */
export async function countTestEmails(ctx: Context, emails: readonly string[], at: Date): Promise<void> {
  const { db } = ctx;
  const { testEmails } = readContentSettings(ctx);
  const day = dayAt(at, zone);
  const max = { emails: testEmails.perDay, strangers: testEmails.strangersPerDay };
  const known = await queries.listKnownAddresses(db, emails);
  const added = { emails: emails.length, strangers: emails.length - known.length };
  if (await queries.addTestEmails(db, day, { ...added, max }))
    return queries.deleteTestEmailDays(db, addDays(day, -keptDays));
  const used = await queries.findTestEmailCount(db, day);
  const isOverDay = used.emails + added.emails > max.emails;
  const availableAt = startOfNextDay(day, zone);
  throw rateLimited(isOverDay ? "test-emails-day" : "test-strangers-day", secondsUntil(availableAt, at), {
    availableAt: availableAt.toISOString(),
    limit: isOverDay ? max.emails : max.strangers,
    remaining: isOverDay ? max.emails - used.emails : max.strangers - used.strangers,
  });
}
