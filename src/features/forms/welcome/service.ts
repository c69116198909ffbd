import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { existing } from "../../../kernel/accepts.ts";
import { requireFound, validation, type RejectionRule } from "../../../kernel/errors.ts";
import { findConfirmationEmailContent } from "../confirmation-emails/queries.ts";
import * as queries from "../queries.ts";
import { getFormRecord, writeContentUses } from "../service.ts";
import type { Welcome, WelcomeInput } from "../shapes.ts";

export const presentWelcome = (form: queries.FormRecord): Static<typeof Welcome> => ({
  enabled: form.isWelcomeEnabled,
  templateId: form.welcomeTemplateId,
});

export async function getWelcome(ctx: Context, formId: string) {
  return presentWelcome(await getFormRecord(ctx, formId));
}

export const welcomeTemplate: RejectionRule = { required: true, ...existing("template") };

/** The setting after the change; undefined if it would have no template. Switching off keeps the template. */
export async function findWelcome(
  { db }: Context,
  form: queries.FormRecord,
  { enabled, templateId = form.welcomeTemplateId }: Static<typeof WelcomeInput>,
): Promise<Static<typeof Welcome> | undefined> {
  const isComplete =
    templateId === null ? !enabled : (await findConfirmationEmailContent(db, templateId)) !== undefined;
  return isComplete ? { enabled, templateId } : undefined;
}

export function setWelcome(ctx: Context, formId: string, input: Static<typeof WelcomeInput>) {
  return inTransaction(ctx, async (inner) => {
    const form = requireFound(await queries.lockForm(inner.db, formId), "form");
    const welcome = await findWelcome(inner, form, input);
    if (welcome === undefined) throw validation("templateId", welcomeTemplate);
    return storeWelcome(inner, form, welcome);
  });
}

/** The caller's transaction holds the lock of the form. */
export async function storeWelcome(
  ctx: Context,
  { id }: queries.FormRecord,
  { enabled: isWelcomeEnabled, templateId: welcomeTemplateId }: Static<typeof Welcome>,
) {
  await queries.updateWelcome(ctx.db, id, { isWelcomeEnabled, welcomeTemplateId }, ctx.clock.now());
  const changed = await getFormRecord(ctx, id);
  await writeContentUses(ctx, changed);
  return presentWelcome(changed);
}
