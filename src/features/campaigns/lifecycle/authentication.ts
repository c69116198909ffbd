import type { Context } from "../../../context.ts";
import { conflict } from "../../../kernel/errors.ts";
import { dayAt, startOfDay, startOfNextDay } from "../../../kernel/local-time.ts";
import { lockCompany } from "../../people/queries.ts";
import { findAuthentication } from "../../sending/outgoing-sender.queries.ts";
import type { SenderLoad } from "../sending-plan.ts";
import { countApprovedRecipients } from "./queries.ts";

/** Mailbox providers refuse bulk mail without an aligned DKIM signature. */
const maxUnauthenticatedPerDay = 200;

/**
 * Refuses a campaign by which a domain without authentication would send more than 200 messages on the day of the
 * campaign, together with what was approved for that day before.
 */
export async function requireAuthentication(ctx: Context, loads: readonly SenderLoad[], sendAt: Date): Promise<void> {
  const domains = await unauthenticatedDomains(ctx, loads);
  if (domains.size === 0) return;
  // Concurrent approvals count each other.
  await lockCompany(ctx.db);
  const { timeZone } = ctx.company;
  const day = dayAt(sendAt, timeZone);
  const range = { from: startOfDay(day, timeZone), before: startOfNextDay(day, timeZone) };
  for (const [domain, recipients] of domains) {
    const approved = await countApprovedRecipients(ctx.db, domain, range);
    if (recipients + approved > maxUnauthenticatedPerDay) {
      throw conflict("authentication", { domain, recipients: recipients + approved, limit: maxUnauthenticatedPerDay });
    }
  }
}

/** Recipients by domain, of the senders whose domain is neither verified nor vouched for. */
async function unauthenticatedDomains({ db }: Context, loads: readonly SenderLoad[]): Promise<Map<string, number>> {
  const domains = new Map<string, number>();
  for (const { senderId, recipients } of loads) {
    const found = senderId === null ? undefined : await findAuthentication(db, senderId);
    if (found === undefined || found.isAuthenticated) continue;
    domains.set(found.domain, (domains.get(found.domain) ?? 0) + recipients);
  }
  return domains;
}
