import { sandboxOf, type Context } from "../../../context.ts";
import { addMs, dayAt } from "../../../kernel/local-time.ts";
import { publicTokenKey, signToken } from "../../../kernel/public-token.ts";
import {
  composeForRecipient,
  composeSigned,
  prepareMessage,
  replyMailbox,
  type SharedHeaders,
} from "../../../mail/render/message.ts";
import {
  compilePlan,
  renderPlan,
  type EmailPlan,
  type EmailSource,
  type RenderedEmail,
} from "../../../mail/render/plan.ts";
import { expandTwig } from "../../../mail/render/twig.ts";
import { mergeValues, type MergeValues } from "../../../mail/render/values.ts";
import { oneLine, renderLinkMail } from "../../../mail/service-mail-template.ts";
import { serviceMailbox, type RawMessage } from "../../../mail/service-mail.ts";
import { returnPathFor } from "../../../mail/return-path.ts";
import { returnPathKey, signedLocalPart } from "../../../mail/verp.ts";
import { listFields } from "../../contacts/fields/queries.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { findCompanyAndShop, type CompanyAndShop } from "../../content/samples/queries.ts";
import {
  createSenderSigner,
  findOutgoingSender,
  findReturnPath,
  type OutgoingSender,
} from "../../sending/outgoing-sender.ts";
import { formLanguage } from "../public/form-language.ts";
import { findFirstSenderId } from "../queries.ts";
import { confirmationEmailTexts } from "./texts.ts";
import { findConfirmationEmailContent, type ConfirmationEmailRecord } from "./queries.ts";
import { readFormSettings } from "../settings.ts";

export type ConfirmationEmailDeps = { readonly mailFrom: string; readonly bounceHost: string };

/** The link names the sign-up and the confirmation e-mail; it is signed for this purpose alone. */
export const confirmUrl = (ctx: Context, { signUpId, id }: Pick<ConfirmationEmailRecord, "signUpId" | "id">): string =>
  `${ctx.publicUrl}/c/${signToken(publicTokenKey(ctx.company.fingerprintKey), {
    purpose: "confirmation",
    tenantId: ctx.db.tenantId,
    contactId: signUpId,
    messageId: id,
  })}`;

type ComposedConfirmationEmail = Omit<RawMessage, "permit"> & { readonly sender: OutgoingSender | undefined };

/** What the content of a confirmation e-mail depends on. */
export type ConfirmationEmailFacts = Pick<
  ConfirmationEmailRecord,
  | "id"
  | "kind"
  | "signUpId"
  | "shopId"
  | "email"
  | "language"
  | "profile"
  | "customFields"
  | "filledAt"
  | "doiTemplateId"
>;

/** A message without tracking. Its return path is signed, so that its bounce suppresses the address. */
export async function composeConfirmationEmail(
  ctx: Context,
  deps: ConfirmationEmailDeps,
  confirmationEmail: ConfirmationEmailRecord,
): Promise<ComposedConfirmationEmail> {
  const { db, clock } = ctx;
  const names = await findCompanyAndShop(db, confirmationEmail.shopId);
  const senderId = confirmationEmail.senderId ?? (await findFirstSenderId(db, confirmationEmail.shopId));
  const sender = senderId === undefined ? undefined : await findOutgoingSender(db, senderId);
  const values = await toValues(ctx, confirmationEmail, names);
  const plan = await toPlan(ctx, confirmationEmail, names, values);
  if (plan === undefined) throw new Error("the template of the confirmation e-mail was not rendered");
  const frame = buildFrame(deps, names, sender);
  const name = signedLocalPart(returnPathKey(ctx.company.fingerprintKey), {
    tenantId: db.tenantId,
    campaignId: confirmationEmail.id,
    contactId: confirmationEmail.signUpId,
  });
  const domain = frame.from.address.split("@")[1] ?? "localhost";
  const recipient = {
    to: { address: confirmationEmail.email },
    values,
    messageId: `${name}@${domain}`,
    date: clock.now(),
    postmarkName: confirmationEmail.isPostmark ? name : undefined,
  };
  const prepared = prepareMessage(plan, frame);
  const signer = sender && createSenderSigner(db.tenantId, sender, ctx.dataKey);
  const raw =
    signer === undefined ? composeForRecipient(prepared, recipient) : await composeSigned(prepared, recipient, signer);
  return {
    to: confirmationEmail.email,
    raw,
    returnPath: returnPathFor(findReturnPath(sender, deps.bounceHost), name),
    sender,
  };
}

/** The content alone, as the recipient sees it; undefined when its template cannot be rendered. */
export async function renderConfirmationEmail(
  ctx: Context,
  facts: ConfirmationEmailFacts,
): Promise<RenderedEmail | undefined> {
  const names = await findCompanyAndShop(ctx.db, facts.shopId);
  const values = await toValues(ctx, facts, names);
  const plan = await toPlan(ctx, facts, names, values);
  return plan === undefined ? undefined : renderPlan(plan, values);
}

async function toValues(
  ctx: Context,
  confirmationEmail: ConfirmationEmailFacts,
  names: CompanyAndShop,
): Promise<MergeValues> {
  const { email, profile, customFields, language } = confirmationEmail;
  return mergeValues({
    ...names,
    contact: { language, ...profile, email, customFields },
    fields: await listFields(ctx.db),
    links: { confirmation: confirmUrl(ctx, confirmationEmail) },
    today: dayAt(ctx.clock.now(), names.company.timeZone),
  });
}

async function toPlan(
  ctx: Context,
  confirmationEmail: ConfirmationEmailFacts,
  names: CompanyAndShop,
  values: MergeValues,
): Promise<EmailPlan | undefined> {
  const sandbox = sandboxOf(ctx);
  const source =
    (await findTemplateConfirmationEmail(ctx, confirmationEmail)) ??
    ownConfirmationEmail(ctx, confirmationEmail, names);
  const plan = await compilePlan(sandbox, source);
  const [expanded] = await expandTwig(plan, [values], { render: sandbox.renderTwig });
  return expanded?.ok === true ? expanded.plan : undefined;
}

async function findTemplateConfirmationEmail(
  { db }: Context,
  confirmationEmail: ConfirmationEmailFacts,
): Promise<EmailSource | undefined> {
  const { doiTemplateId: templateId, shopId } = confirmationEmail;
  const content = templateId === null ? undefined : await findConfirmationEmailContent(db, templateId);
  if (content === undefined) return undefined;
  const footerHtml = (await findFooterHtml(db, { footerId: null, shopId, templateId })) ?? null;
  return { ...content, subject: content.subject === "" ? content.name : content.subject, footerHtml, optOut: null };
}

function ownConfirmationEmail(
  ctx: Context,
  confirmationEmail: ConfirmationEmailFacts,
  { company, shop }: CompanyAndShop,
): EmailSource {
  const language = formLanguage(confirmationEmail.language);
  const expiresAt = addMs(confirmationEmail.filledAt, readFormSettings(ctx).confirmLinkS * 1000);
  const link = { language, url: confirmUrl(ctx, confirmationEmail), expiresAt, timeZone: company.timeZone };
  // Braces would be read as merge tags.
  const sender = oneLine((shop?.senderName || shop?.name || company.name).replaceAll(/[{}]/g, ""));
  const { subject, html, text } = renderLinkMail(link, confirmationEmailTexts[confirmationEmail.kind][language], {
    sender,
  });
  return { subject, preheader: "", html, text, footerHtml: null, optOut: null };
}

/** The service is the sender if the company has no verified one. */
function buildFrame(
  deps: ConfirmationEmailDeps,
  names: CompanyAndShop,
  sender: OutgoingSender | undefined,
): SharedHeaders {
  const automatic = { name: "Auto-Submitted", value: "auto-generated" };
  if (sender !== undefined) {
    const from = { address: sender.email, name: sender.name };
    return { from, replyTo: replyMailbox("", sender), headers: [automatic] };
  }
  const { company, shop } = names;
  const from = { address: serviceMailbox(deps).address, name: oneLine(shop?.senderName || shop?.name || company.name) };
  return { from, headers: [automatic] };
}
