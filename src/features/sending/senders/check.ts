import type { Context } from "../../../context.ts";
import { domainOf } from "../domain-name.ts";
import { findSendingDomainByName } from "../domains/queries.ts";
import { checkAndStoreRecords } from "../domains/service.ts";
import { checkMonitoredDomainRecords, hasValidRecord } from "../dns-checks.ts";
import { getSender, presentSender } from "./service.ts";

/** Asks the DNS; where the company has the domain, that is a check of the domain too. */
export async function checkSender(ctx: Context, id: string) {
  const sender = await getSender(ctx, id);
  const domain = domainOf(sender.email);
  const known = await findSendingDomainByName(ctx.db, domain);
  const records =
    known === undefined ? await checkMonitoredDomainRecords(ctx, domain, []) : await checkAndStoreRecords(ctx, known);
  return {
    ...presentSender(sender),
    sendingDomainId: known?.id ?? null,
    domainVerified: known !== undefined && hasValidRecord(records, "dkim"),
    records,
  };
}
