import type { Context } from "../../../context.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { InvalidHeader } from "../../../mail/mime-header.ts";
import { composeForRecipient, prepareMessage } from "../../../mail/render/message.ts";
import { compilePlan } from "../../../mail/render/plan.ts";
import { mergeValues } from "../../../mail/render/values.ts";
import { makeLetter } from "../../content/test-emails/letter.ts";
import { findTestContent } from "../../content/test-emails/queries.ts";
import { findSender, type CampaignRecord } from "../queries.ts";
import { getRecord, ownerOf } from "../service.ts";
import * as queries from "./queries.ts";

const email = "test@example.com";

/**
 * Makes the e-mail once for nobody in particular: what cannot be made is not approved. Before the transaction, since
 * templates are filled in by another process. Answers the versions that can be made.
 */
export async function tryContent(ctx: Context, id: string): Promise<ReadonlyMap<string, number>> {
  const campaign = await getRecord(ctx, id);
  const units = campaign.status === "draft" ? await queries.listUnits(ctx.db, id) : [];
  const { publicUrl, clock } = ctx;
  for (const unit of units) {
    const content = await findTestContent(ctx.db, ownerOf(unit.id), unit.version);
    if (content === undefined) throw notFound("campaign");
    const made = await makeLetter(ctx, { content, email, publicUrl, now: clock.now() });
    if (!made.ok) throw validation("content", { issues: [made.issue] });
    await tryHead(ctx, campaign, unit);
  }
  return new Map(units.map(({ id: unitId, version }) => [unitId, version]));
}

/** Who it is from, its subject and its own headers, which the letter above has not. */
async function tryHead(ctx: Context, campaign: CampaignRecord, unit: queries.Unit): Promise<void> {
  const sender = unit.senderId === null ? undefined : await findSender(ctx.db, unit.senderId);
  if (sender === undefined) return;
  const { headers, fromName } = campaign;
  const plan = compilePlan({ subject: unit.subject, preheader: "", html: "", text: "" });
  // What a template makes of a subject is one line whatever it says.
  const head = plan.hasTwig ? { ...plan, hasTwig: false, subject: [] } : plan;
  const from = { address: sender.email, name: fromName === "" ? sender.name : fromName };
  const values = mergeValues({ contact: { email }, company: { name: "" } });
  try {
    const recipient = { to: { address: email }, values, messageId: email, date: ctx.clock.now() };
    composeForRecipient(prepareMessage(head, { from, headers }), recipient);
  } catch (error) {
    if (!(error instanceof InvalidHeader)) throw error;
    throw validation(fieldOf(error, campaign));
  }
}

function fieldOf({ header }: InvalidHeader, { headers, fromName }: CampaignRecord): string {
  if (header === "Subject") return "subject";
  if (header === "From") return fromName === "" ? "senderId" : "fromName";
  const index = headers.findIndex(({ name }) => name === header);
  return `headers.${index}.value`;
}
