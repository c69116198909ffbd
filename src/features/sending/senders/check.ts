import type { Context } from "../../../context.ts";
import { domainOf } from "../domain-name.ts";
import { findDomainNamed } from "../domains/queries.ts";
import { inspect } from "../domains/service.ts";
import { inspectWatched, isOk } from "../inspection.ts";
import { getSender, present } from "./service.ts";

/** Asks the DNS; where the company has the domain, that is a check of the domain too. */
export async function check(ctx: Context, id: string) {
  const sender = await getSender(ctx, id);
  const domain = domainOf(sender.email);
  const known = await findDomainNamed(ctx.db, domain);
  const records = known === undefined ? await inspectWatched(ctx, domain, []) : await inspect(ctx, known);
  return {
    ...present(sender),
    sendingDomainId: known?.id ?? null,
    domainVerified: known !== undefined && isOk(records, "dkim"),
    records,
  };
}
