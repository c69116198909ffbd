import { inTransaction, type Context } from "../../../context.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import {
  NotSendable,
  type CompiledMessages,
  type MessageSource,
  type PauseCause,
  type SourceRef,
} from "../../../message-source.ts";
import {
  compileContent,
  compileEmail,
  type CompiledContent,
  type EmailSource,
} from "../../campaigns/compiled-campaign.ts";
import { recipientParts } from "../../campaigns/recipient-values.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { resetAttempts } from "../../delivery/outcomes.queries.ts";
import { findOutgoingSender } from "../../sending/outgoing-sender.ts";
import { findConfirmationEmailContent } from "../confirmation-emails/queries.ts";
import { findFirstSenderId, findForm, type FormRecord } from "../queries.ts";
import * as queries from "./queries.ts";

/** The e-mail after the confirmation. The form is the source, so a contact gets it once per form. */
export const welcomeSource: MessageSource = {
  kind: "welcome",
  sending: queries.sendingWelcomes,
  compile: compileWelcome,
  pause: stopWelcome,
  advance: async () => false,
  cleanUp: async () => undefined,
};

async function compileWelcome(
  ctx: Context,
  { tenantId, sourceId, variantId }: SourceRef,
  bounceHost: string,
): Promise<CompiledMessages> {
  const { form, email } = await getWelcomeEmail(ctx, sourceId);
  const compiled = await compileEmail(ctx, { tenantId, campaignId: sourceId, variantId }, email, bounceHost);
  return {
    ...compiled,
    skipReason: async ({ db, clock }) =>
      queries.welcomeBlockReason(db.tenantId, { purposeId: form.purposeId, now: clock.now() }),
    ...recipientParts(compiled),
  };
}

/** For showing a sent e-mail, with the current template. */
export async function compileWelcomeContent(ctx: Context, formId: string): Promise<CompiledContent> {
  const { email } = await getWelcomeEmail(ctx, formId);
  return compileContent(ctx, { tenantId: ctx.db.tenantId, campaignId: formId, variantId: formId }, email);
}

async function getWelcomeEmail(ctx: Context, formId: string): Promise<{ form: FormRecord; email: EmailSource }> {
  const { db } = ctx;
  const form = await findForm(db, formId);
  if (form === undefined || form.welcomeTemplateId === null) throw new NotSendable("content");
  const { shopId, settings, welcomeTemplateId: templateId } = form;
  const content = await findConfirmationEmailContent(db, templateId);
  if (content === undefined) throw new NotSendable("template");
  const senderId = settings.senderId ?? (await findFirstSenderId(db, shopId)) ?? null;
  const footerHtml = (await findFooterHtml(db, { footerId: null, shopId, templateId })) ?? null;
  return {
    form,
    email: {
      sender: senderId === null ? undefined : await findOutgoingSender(db, senderId),
      content: {
        shopId,
        language: settings.language,
        senderId,
        fromName: "",
        replyTo: "",
        subject: content.subject === "" ? content.name : content.subject,
        preheader: content.preheader,
        html: content.html,
        text: content.text,
        footerHtml,
        trackOpens: false,
        trackClicks: false,
        utm: null,
        headers: [],
        linkParams: [],
        signatureHtml: "",
        firstLink: 1,
        isPostmark: await queries.hasPostmark(db),
      },
    },
  };
}

/** The e-mail cannot be sent: it is switched off until a person switches it on, and the company is notified. */
async function stopWelcome(ctx: Context, { sourceId, variantId }: SourceRef, cause: PauseCause): Promise<void> {
  await inTransaction(ctx, async ({ db, clock }) => {
    const name = await queries.stopWelcome(db, sourceId);
    if (name === undefined) return;
    await resetAttempts(db, { sourceId, variantId });
    const params = { formId: sourceId, name, ...cause };
    await insertNotification(db, { type: "welcome_stopped", params, at: clock.now() });
  });
}
