import type { FieldRecord } from "../contacts/fields/queries.ts";
import type { FieldType } from "../contacts/fields/values.ts";
import { contactColumns, profileFields } from "../../kernel/contact-columns.ts";
import type { exportFieldTypes } from "./shapes.ts";

export type ExportFieldType = (typeof exportFieldTypes)[number];

/** Where a field's value comes from: a column of the contact, another table, or the values of a custom field. */
export type ExportColumn = {
  readonly field: string;
  readonly name: string;
  readonly type: ExportFieldType;
  readonly importable: boolean;
  readonly source: "column" | "state" | "mail" | "tags" | "lists" | { readonly custom: FieldRecord };
};

type StandardColumn<Field extends string> = ExportColumn & { readonly field: Field };

const contactColumn = <const Field extends string>(
  field: Field,
  type: ExportFieldType = "text",
  importable = false,
): StandardColumn<Field> => ({ field, name: field, type, importable, source: "column" });

const standardColumns = [
  contactColumn("email", "text", true),
  ...profileFields.map((field) => contactColumn(field, contactColumns[field].kind === "day" ? "date" : "text", true)),
  { field: "tags", name: "tags", type: "list", importable: true, source: "tags" },
  { field: "lists", name: "lists", type: "list", importable: false, source: "lists" },
  contactColumn("id"),
  contactColumn("shopId"),
  contactColumn("status"),
  { ...contactColumn("state"), source: "state" },
  contactColumn("statusAt", "time"),
  contactColumn("source"),
  contactColumn("excluded", "bool"),
  contactColumn("consentBasis"),
  contactColumn("consentAt", "time"),
  contactColumn("consentWeak", "bool"),
  contactColumn("suppressionReason"),
  contactColumn("suppressionNote"),
  contactColumn("suppressedAt", "time"),
  contactColumn("blacklisted", "bool"),
  contactColumn("blacklistedAt", "time"),
  contactColumn("softBounces", "number"),
  contactColumn("engagement"),
  contactColumn("engagementAt", "time"),
  { ...contactColumn("lastSentAt", "time"), source: "mail" },
  contactColumn("lastOpenAt", "time"),
  contactColumn("lastClickAt", "time"),
  contactColumn("createdAt", "time"),
  contactColumn("updatedAt", "time"),
] as const satisfies readonly ExportColumn[];

export type StandardExportField = (typeof standardColumns)[number]["field"];

const exportTypes: Readonly<Record<FieldType, ExportFieldType>> = {
  text: "text",
  textarea: "text",
  url: "text",
  select: "text",
  number: "number",
  date: "date",
  bool: "bool",
  multiselect: "list",
};

/** All fields that a company can export, in the offered order. */
export function exportColumns(customFields: readonly FieldRecord[]): ExportColumn[] {
  return [
    ...standardColumns,
    ...customFields.map((custom): ExportColumn => ({
      field: `customFields.${custom.id}`,
      name: custom.name,
      type: exportTypes[custom.type],
      importable: true,
      source: { custom },
    })),
  ];
}

/** The fields of an export in its order; a field deleted meanwhile becomes an empty column. */
export function selectedColumns(keys: readonly string[], customFields: readonly FieldRecord[]): ExportColumn[] {
  const known = new Map(exportColumns(customFields).map((field) => [field.field, field]));
  return keys.map((key) => known.get(key) ?? emptyColumn(key));
}

const emptyColumn = (field: string): ExportColumn => ({
  ...contactColumn(field),
  source: { custom: { id: "", name: field, type: "text", options: [], createdAt: new Date(0) } },
});
