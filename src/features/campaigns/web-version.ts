import type { Context } from "../../context.ts";
import { dayAt } from "../../kernel/local-time.ts";
import { renderPlan } from "../../mail/render/plan.ts";
import { expandTwig } from "../../mail/render/twig.ts";
import { findContact } from "../contacts/queries.ts";
import { loadCompiledContent, CampaignNotSendable } from "./compiled-campaign.ts";
import { findSentVariant } from "./sendable-content.queries.ts";
import { mergeValuesFor } from "../delivery/compose.ts";

type Message = { readonly contactId: string; readonly campaignId: string | null };

/** The HTML of a campaign's message as its recipient sees it; undefined for one that was not sent. */
export async function findWebVersion(ctx: Context, { contactId, campaignId }: Message): Promise<string | undefined> {
  if (campaignId === null) return undefined;
  const variantId = await findSentVariant(ctx.db, campaignId, contactId);
  const contact = await findContact(ctx.db, contactId);
  if (variantId === undefined || contact === undefined) return undefined;
  try {
    const content = await loadCompiledContent(ctx, { tenantId: ctx.db.tenantId, campaignId, variantId });
    const values = mergeValuesFor(content, contact, dayAt(ctx.clock.now(), ctx.company.timeZone));
    const [unrolled] = await expandTwig(content.plan, [values], {
      render: (job) => ctx.twig.render(ctx.db.tenantId, job),
    });
    return unrolled?.ok === true ? renderPlan(unrolled.plan, values).html : undefined;
  } catch (error) {
    if (error instanceof CampaignNotSendable) return undefined;
    throw error;
  }
}
