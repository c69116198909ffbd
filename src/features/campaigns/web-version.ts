import { sandboxOf, type Context } from "../../context.ts";
import { dayAt } from "../../kernel/local-time.ts";
import { renderPlan } from "../../mail/render/plan.ts";
import { expandTwig } from "../../mail/render/twig.ts";
import { findContact } from "../contacts/queries.ts";
import { findEmailCoupons } from "../coupons/email-coupons.ts";
import { NotSendable } from "../../message-source.ts";
import { loadCompiledContent, type CompiledContent } from "./compiled-campaign.ts";
import { findOwnBlocks, mergeValuesFor } from "./recipient-values.ts";
import { findSentVariant } from "./sendable-content.queries.ts";

type Message = { readonly contactId: string; readonly campaignId: string | null };

/** The HTML of a sent message as its recipient sees it; undefined when it was not sent. */
export async function findWebVersion(ctx: Context, { contactId, campaignId }: Message): Promise<string | undefined> {
  if (campaignId === null) return undefined;
  const variantId = await findSentVariant(ctx.db, campaignId, contactId);
  if (variantId === undefined) return undefined;
  const { tenantId } = ctx.db;
  return renderWebVersion(ctx, contactId, () => loadCompiledContent(ctx, { tenantId, campaignId, variantId }));
}

/** Undefined for a deleted contact, and when the content cannot be compiled any more. */
export async function renderWebVersion(
  ctx: Context,
  contactId: string,
  compile: () => Promise<CompiledContent>,
): Promise<string | undefined> {
  const contact = await findContact(ctx.db, contactId);
  if (contact === undefined) return undefined;
  try {
    const content = await compile();
    const today = dayAt(ctx.clock.now(), ctx.company.timeZone);
    const coupons = await findEmailCoupons(ctx.db, content.stacks, contactId);
    const blocks = (await findOwnBlocks(ctx.db, content, [contactId])).get(contactId);
    const values = mergeValuesFor(content, contact, { today, coupons, blocks });
    const [unrolled] = await expandTwig(content.plan, [values], {
      render: sandboxOf(ctx).previewTwig,
    });
    return unrolled?.ok === true ? renderPlan(unrolled.plan, values).html : undefined;
  } catch (error) {
    if (error instanceof NotSendable) return undefined;
    throw error;
  }
}
