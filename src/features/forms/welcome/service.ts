import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { requireFound, validation } from "../../../kernel/errors.ts";
import { findLetterContent } from "../letters/queries.ts";
import * as queries from "../queries.ts";
import { getFormRecord, writeContentUses } from "../service.ts";
import type { WelcomeInput } from "../shapes.ts";

const presentWelcome = ({ isWelcomeEnabled, welcomeTemplateId }: queries.FormRecord) => ({
  enabled: isWelcomeEnabled,
  templateId: welcomeTemplateId,
});

export async function getWelcome(ctx: Context, formId: string) {
  return presentWelcome(await getFormRecord(ctx, formId));
}

/** Switching off keeps the template. */
export function setWelcome(ctx: Context, formId: string, input: Static<typeof WelcomeInput>) {
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const form = requireFound(await queries.lockForm(db, formId), "form");
    const welcomeTemplateId = input.templateId === undefined ? form.welcomeTemplateId : input.templateId;
    if (welcomeTemplateId === null ? input.enabled : (await findLetterContent(db, welcomeTemplateId)) === undefined)
      throw validation("templateId");
    await queries.updateWelcome(db, formId, { isWelcomeEnabled: input.enabled, welcomeTemplateId }, clock.now());
    const changed = await getFormRecord(inner, formId);
    await writeContentUses(inner, changed);
    return presentWelcome(changed);
  });
}
