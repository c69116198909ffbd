import type { Context } from "../../context.ts";
import { availableName } from "../../db/unique-names.ts";
import { ApiError } from "../../kernel/errors.ts";
import { truncate } from "../../kernel/text.ts";
import { listFields, type FieldRecord } from "../contacts/fields/queries.ts";
import { createCustomField, updateCustomField } from "../contacts/fields/service.ts";
import { listNames } from "../lists/queries.ts";
import { createPlainList } from "../lists/service.ts";
import type { ExportProblem } from "./exported-contact.ts";
import { findOpenList } from "./lists.queries.ts";
import type { MigratedField, MigratedList, MigrationRecord } from "./queries.ts";

const maxNameLength = 200;

/** A list of the same name is used, unless a shop's synchronization fills it. */
export async function takeOverLists(ctx: Context, { lists }: MigrationRecord): Promise<MigratedList[]> {
  const found: MigratedList[] = [];
  for (const list of lists) {
    const name = truncate(maxNameLength, list.name.trim()) || `List ${list.key}`;
    const listId =
      (await findOpenList(ctx.db, name)) ??
      (await createPlainList(ctx, { name: await availableName(ctx, listNames, name), shopId: null })).id;
    found.push({ ...list, listId });
  }
  return found;
}

type TakenFields = { readonly fields: MigratedField[]; readonly problems: ExportProblem[] };

/** A field of the same name and type is used and gets the missing options; each takes the values of one field of the export. */
export async function takeOverFields(ctx: Context, { fields, platform }: MigrationRecord): Promise<TakenFields> {
  const taken: TakenFields = { fields: [], problems: [] };
  for (const field of fields) {
    const used = taken.fields.map(({ fieldId }) => fieldId);
    const fieldId = await findOrCreateField(ctx, field, { platform, used });
    taken.fields.push(fieldId === undefined ? field : { ...field, fieldId });
    if (fieldId === undefined)
      taken.problems.push({ source: "customFields", row: 0, column: field.name, code: "limit" });
  }
  return taken;
}

async function findOrCreateField(
  ctx: Context,
  field: MigratedField,
  { platform, used }: { platform: string; used: readonly (string | undefined)[] },
): Promise<string | undefined> {
  const base = truncate(maxNameLength - 30, field.name.trim()) || `Field ${field.key}`;
  const present = await listFields(ctx.db);
  for (const name of [base, `${base} (${platform})`]) {
    const known = present.find((other) => other.name.toLowerCase() === name.toLowerCase());
    if (known === undefined) return createField(ctx, { ...field, name });
    if (!isSameType(known, field) || used.includes(known.id)) continue;
    await addOptions(ctx, known, field);
    return known.id;
  }
  return undefined;
}

const isText = ({ type }: Pick<FieldRecord, "type">) => type === "text" || type === "textarea";

const isSameType = (known: FieldRecord, field: MigratedField): boolean =>
  known.type === field.type || (isText(known) && isText(field));

const optionNames = ({ options }: Pick<MigratedField, "options">): string[] => {
  const names = options.map(({ name }) => truncate(maxNameLength, name.trim())).filter((name) => name !== "");
  return names.filter((name, at) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at);
};

async function addOptions(ctx: Context, known: FieldRecord, field: MigratedField): Promise<void> {
  const missing = optionNames(field).filter(
    (name) => !known.options.some((option) => option.name.toLowerCase() === name.toLowerCase()),
  );
  if (missing.length > 0) await updateCustomField(ctx, known.id, { options: [...known.options, ...missing] });
}

/** Undefined at the limit of custom fields. */
async function createField(ctx: Context, field: MigratedField): Promise<string | undefined> {
  try {
    const options = optionNames(field);
    const { name, type } = field;
    return (await createCustomField(ctx, { name, type, ...(options.length === 0 ? {} : { options }) })).id;
  } catch (error) {
    if (error instanceof ApiError && error.message === "limit") return undefined;
    throw error;
  }
}
