import { accepts } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import type { FieldRecord } from "../../contacts/fields/queries.ts";
import type { FieldValue } from "../../contacts/fields/values.ts";
import { profileFields, type ProfileField } from "../../../kernel/contact-columns.ts";
import { columnFinder } from "../csv/columns.ts";
import type { ImportOptions, ImportKind, ColumnMapping, ImportMode } from "../shapes.ts";
import { isShoptet } from "../mapping/shoptet.ts";
import { customFieldParser, profileFieldParser, tagsParser, type CellParser } from "./cell-parsers.ts";

export type ProfileColumn = {
  readonly index: number;
  readonly field: ProfileField;
  readonly parse: CellParser<string>;
};
export type CustomColumn = { readonly index: number; readonly id: string; readonly parse: CellParser<FieldValue> };

export type TagsColumn = { readonly index: number; readonly parse: CellParser<string[]> };

/** Which value is read from which column. */
export type RowPlan = {
  readonly columns: readonly string[];
  readonly email: number;
  readonly profile: readonly ProfileColumn[];
  readonly custom: readonly CustomColumn[];
  readonly fullName: number | undefined;
  readonly tags: TagsColumn | undefined;
  readonly consent: number | undefined;
  /** Whether a row consents if no column is mapped to the consent. */
  readonly consents: boolean;
  /** Whether invalid values other than the address are left out; otherwise their row is rejected. */
  readonly leavesOutInvalid: boolean;
};

export type RowPlanInput = {
  readonly columns: readonly string[];
  readonly mapping: ColumnMapping;
  readonly fields: readonly FieldRecord[];
  readonly options: ImportOptions;
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  /** Names of the company's labels in lower case. */
  readonly labels: ReadonlySet<string>;
};

/** A mapping that does not fit the file or the company is refused with the path of the wrong entry. */
export function planRows({ columns, mapping, fields, options, kind, mode, labels }: RowPlanInput): RowPlan {
  const indexes = new Map<string, number>();
  const find = columnFinder(columns);
  mapping.forEach(({ column, target }, position) => {
    const index = find(column);
    if (index === undefined) throw validation(`mapping.${position}.column`, { allowed: columns });
    if (target === "ignore") return;
    const allowed = targetsOf(fields, kind);
    if (!allowed.includes(target) || indexes.has(target))
      throw validation(`mapping.${position}.target`, { allowed, unique: true });
    indexes.set(target, index);
  });
  const email = indexes.get("email");
  if (email === undefined) throw validation("mapping", { required: true, ...accepts.emailColumn });
  const addressOnly = mode !== "upsert" && mode !== "update_only";
  const chosen = addressOnly ? new Map<string, number>() : indexes;
  const { dateFormat } = options;
  const tags = chosen.get("tags");
  return {
    columns,
    email,
    profile: profileFields.flatMap((field) => {
      const index = chosen.get(field);
      return index === undefined ? [] : [{ index, field, parse: profileFieldParser(field, dateFormat) }];
    }),
    custom: fields.flatMap((field) => {
      const index = chosen.get(`customFields.${field.id}`);
      return index === undefined ? [] : [{ index, id: field.id, parse: customFieldParser(field, dateFormat) }];
    }),
    fullName: chosen.get("fullName"),
    tags: tags === undefined ? undefined : { index: tags, parse: tagsParser(labels) },
    consent: chosen.get("consent"),
    // A purchase is not a consent to a newsletter; the export of another platform states consents by column.
    consents: kind !== "shoptet_customers" && kind !== "legacy",
    leavesOutInvalid: options.invalidValues === "leave_out" && options.emptyOverwrites !== true,
  };
}

const targetsOf = (fields: readonly FieldRecord[], kind: ImportKind): readonly string[] => [
  "email",
  "tags",
  ...profileFields,
  ...(isShoptet(kind) ? ["fullName"] : []),
  ...(isShoptet(kind) || kind === "legacy" ? ["consent"] : []),
  ...fields.map(({ id }) => `customFields.${id}`),
];
