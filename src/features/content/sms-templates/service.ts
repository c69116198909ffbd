import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { copyName, conflictOnTakenName } from "../../../db/unique-names.ts";
import { notFound } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { requireShop } from "../../contacts/shops.ts";
import { mergeTagsIn, smsLength, withoutMergeTags } from "./sms-length.ts";
import * as queries from "./queries.ts";
import type { SmsTemplate, SmsTemplateChange, SmsTemplateInput } from "./shapes.ts";

const presentSmsTemplate = (row: queries.SmsTemplateRecord): Static<typeof SmsTemplate> => ({
  ...row,
  ...smsLength(withoutMergeTags(row.text)),
  mergeTags: mergeTagsIn(row.text),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function listSmsTemplates(ctx: Context, query: Paging & { q?: string; shop?: string; sort?: string }) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listSmsTemplates(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(presentSmsTemplate), total, page, pageSize };
}

async function getSmsTemplateRecord({ db }: Context, id: string): Promise<queries.SmsTemplateRecord> {
  const found = await queries.findSmsTemplate(db, id);
  if (found === undefined) throw notFound("sms_template");
  return found;
}

export const getSmsTemplate = async (ctx: Context, id: string) =>
  presentSmsTemplate(await getSmsTemplateRecord(ctx, id));

export async function createSmsTemplate(ctx: Context, { name, text, shopId = null }: Static<typeof SmsTemplateInput>) {
  return conflictOnTakenName(insertSmsTemplate(ctx, { name: name.trim(), text, shopId }));
}

async function insertSmsTemplate(ctx: Context, template: queries.SmsTemplateWrite) {
  return inTransaction(ctx, async (inner) => {
    await requireShop(inner.db, template.shopId);
    const id = await queries.insertSmsTemplate(inner.db, template, inner.clock.now());
    inner.db.created(id);
    return getSmsTemplate(inner, id);
  });
}

export async function updateSmsTemplate(ctx: Context, id: string, change: Static<typeof SmsTemplateChange>) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockSmsTemplate(inner.db, id);
      const present = await getSmsTemplateRecord(inner, id);
      const template = {
        name: change.name?.trim() ?? present.name,
        text: change.text ?? present.text,
        shopId: change.shopId === undefined ? present.shopId : change.shopId,
      };
      await requireShop(inner.db, template.shopId);
      await queries.updateSmsTemplate(inner.db, id, template, inner.clock.now());
      return getSmsTemplate(inner, id);
    }),
  );
}

export async function deleteSmsTemplate({ db }: Context, id: string): Promise<void> {
  if (!(await db.transaction((inner) => queries.deleteSmsTemplate(inner, id)))) throw notFound("sms_template");
}

export async function copySmsTemplate(ctx: Context, id: string, overrides: { name?: string }) {
  const { name, text, shopId } = await getSmsTemplateRecord(ctx, id);
  return conflictOnTakenName(
    insertSmsTemplate(ctx, { name: await copyName(ctx, queries.smsTemplateNames, name, overrides.name), text, shopId }),
  );
}
