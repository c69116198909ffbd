import type { Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { InvalidHeader } from "../../../mail/mime-header.ts";
import { composeForRecipient, prepareMessage } from "../../../mail/render/message.ts";
import { buildPlan } from "../../../mail/render/plan.ts";
import { mergeValues } from "../../../mail/render/values.ts";
import { composeTestEmail } from "../../content/test-emails/compose-test-email.ts";
import { findTestContent } from "../../content/test-emails/queries.ts";
import { findCampaignSender, type CampaignRecord } from "../queries.ts";
import { getCampaignRecord, contentOwnerOf } from "../service.ts";
import * as queries from "./queries.ts";

const email = "test@example.com";

/**
 * Renders the e-mail once with sample values: an e-mail that cannot be rendered is not approved. Runs before the
 * transaction, since templates are rendered by another process. Returns the versions that were rendered.
 */
export async function preflightContent(ctx: Context, id: string): Promise<ReadonlyMap<string, number>> {
  const campaign = await getCampaignRecord(ctx, id);
  const variants = campaign.status === "draft" ? await queries.listCampaignVariants(ctx.db, id) : [];
  const { publicUrl, clock } = ctx;
  for (const variant of variants) {
    const content = await findTestContent(ctx.db, contentOwnerOf(variant.id), variant.version);
    if (content === undefined) throw notFound("campaign");
    const rendered = await composeTestEmail(ctx, { content, email, publicUrl, now: clock.now() });
    if (!rendered.ok) throw validation("content", { issues: [rendered.issue] });
    await preflightHeaders(ctx, campaign, variant);
  }
  return new Map(variants.map(({ id: variantId, version }) => [variantId, version]));
}

/** Checks sender, subject and custom headers, which the render above does not include. */
async function preflightHeaders(
  ctx: Context,
  campaign: CampaignRecord,
  variant: queries.CampaignVariant,
): Promise<void> {
  const sender = variant.senderId === null ? undefined : await findCampaignSender(ctx.db, variant.senderId);
  if (sender === undefined) return;
  const { headers, fromName } = campaign;
  const plan = buildPlan({ subject: variant.subject, preheader: "", html: "", text: "" }, { html: "", text: "" });
  // The output of a subject template is reduced to one line.
  const head = plan.hasTwig ? { ...plan, hasTwig: false, subject: [] } : plan;
  const from = { address: sender.email, name: fromName === "" ? sender.name : fromName };
  const values = mergeValues({ contact: { email }, company: { name: "" } });
  try {
    const recipient = { to: { address: email }, values, messageId: email, date: ctx.clock.now() };
    composeForRecipient(prepareMessage(head, { from, headers }), recipient);
  } catch (error) {
    if (!(error instanceof InvalidHeader)) throw error;
    throw validation(findField(error, campaign), accepts.line);
  }
}

function findField({ header }: InvalidHeader, { headers, fromName }: CampaignRecord): string {
  if (header === "Subject") return "subject";
  if (header === "From") return fromName === "" ? "senderId" : "fromName";
  const index = headers.findIndex(({ name }) => name === header);
  return `headers.${index}.value`;
}
