import { inTransaction, type Context } from "../../../context.ts";
import { conflictOnTakenName } from "../../../db/unique-names.ts";
import { requestAction } from "../../../jobs/actions.ts";
import { accepts, existing } from "../../../kernel/accepts.ts";
import { conflict, notFound, validation } from "../../../kernel/errors.ts";
import { runFieldDeletion, runOptionRemoval } from "./jobs.ts";
import * as queries from "./queries.ts";
import { parseValue, ruleOfValue, type FieldType, type FieldValue } from "./values.ts";

const maxFields = 200;

type OptionInput = string | { id?: string; name: string };

const presentField = (row: queries.FieldRecord) => ({ ...row, createdAt: row.createdAt.toISOString() });

export async function listCustomFields(ctx: Context) {
  return { items: (await queries.listFields(ctx.db)).map(presentField) };
}

async function getField(ctx: Context, id: string): Promise<queries.FieldRecord> {
  const field = await queries.findField(ctx.db, id);
  if (field === undefined) throw notFound("custom_field");
  return field;
}

export async function createCustomField(
  ctx: Context,
  input: { name: string; type: FieldType; options?: OptionInput[] },
) {
  const options = resolveOptions(input.type, input.options ?? [], []);
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      if ((await queries.listFields(inner.db)).length >= maxFields) throw conflict("limit");
      const { name, type } = input;
      const id = await queries.insertField(inner.db, { name: name.trim(), type, at: inner.clock.now() });
      inner.db.created(id);
      await queries.replaceOptions(inner.db, id, options);
      return presentField(await getField(inner, id));
    }),
  );
}

export async function updateCustomField(ctx: Context, id: string, change: { name?: string; options?: OptionInput[] }) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const field = await getField(inner, id);
      if (change.name !== undefined) await queries.updateFieldName(inner.db, id, change.name.trim());
      if (change.options !== undefined) {
        const options = resolveOptions(field.type, change.options, field.options);
        await queries.replaceOptions(inner.db, id, options);
        const optionIds = field.options
          .map((option) => option.id)
          .filter((known) => !options.some((o) => o.id === known));
        if (optionIds.length > 0) await requestAction(inner, runOptionRemoval, { fieldId: id, optionIds });
      }
      return presentField(await getField(inner, id));
    }),
  );
}

/** The field is deleted at once; its values are removed from contacts in batches. */
export async function deleteCustomField(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    if (!(await queries.markFieldDeleted(inner.db, id, inner.clock.now()))) throw notFound("custom_field");
    await requestAction(inner, runFieldDeletion, { fieldId: id });
  });
}

type Option = { readonly id: string; readonly name: string };

function resolveOptions(
  type: FieldType,
  options: readonly OptionInput[],
  present: readonly Option[],
): queries.OptionWrite[] {
  const given = options.map((option) =>
    typeof option === "string"
      ? { id: null, name: option.trim() }
      : { id: option.id ?? null, name: option.name.trim() },
  );
  const writes = given.map(({ id, name }) => ({ id: id ?? findOptionByName(name, given, present), name }));
  const isChoice = type === "select" || type === "multiselect";
  if (isChoice ? writes.length === 0 : writes.length > 0)
    throw validation("options", { type: "array", ...(isChoice ? { min: 1 } : { max: 0 }) });
  if (new Set(writes.map(({ name }) => name.toLowerCase())).size !== writes.length)
    throw validation("options", accepts.different);
  writes.forEach(({ id }, index) => {
    if (id === null) return;
    const isSecond = writes.findIndex((write) => write.id === id) < index;
    const allowed = present.map((known) => known.id);
    if (isSecond || !allowed.includes(id)) throw validation(`options.${index}.id`, { allowed, ...accepts.different });
  });
  return writes;
}

/** An option without an id is matched by its name, unless another option has that name: contacts have chosen it. */
function findOptionByName(
  name: string,
  given: readonly queries.OptionWrite[],
  present: readonly Option[],
): string | null {
  const known = present.find((option) => option.name.toLowerCase() === name.toLowerCase());
  return known === undefined || given.some(({ id }) => id === known.id) ? null : known.id;
}

export type FieldValuesChange = Readonly<Record<string, FieldValue | null>>;

/** Validates values against the company's fields; null removes a value. */
export async function parseFieldValues(
  ctx: Context,
  values: Readonly<Record<string, unknown>>,
): Promise<FieldValuesChange> {
  const ids = Object.keys(values);
  if (ids.length === 0) return {};
  const fields = new Map((await queries.listFields(ctx.db)).map((field) => [field.id, field]));
  return Object.fromEntries(
    ids.map((id) => {
      const field = fields.get(id);
      const value = values[id];
      if (field === undefined) throw validation(`customFields.${id}`, existing("custom_field"));
      if (value === null || (typeof value === "string" && value.trim() === "")) return [id, null];
      const parsed = parseValue(field, value);
      if (parsed === undefined) throw validation(`customFields.${id}`, ruleOfValue(field));
      return [id, parsed];
    }),
  );
}

export function mergeFieldValues(
  present: Readonly<Record<string, unknown>>,
  change: FieldValuesChange,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...present, ...change }).filter(([, value]) => value !== null));
}
