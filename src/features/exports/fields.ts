import type { FieldRecord } from "../contacts/fields/queries.ts";
import type { FieldType } from "../contacts/fields/values.ts";
import { profileFields } from "../contacts/profile.ts";
import type { fieldKinds } from "./shapes.ts";

export type FieldKind = (typeof fieldKinds)[number];

/** Where a field's value comes from: a column of the contact, another table, or the values of a custom field. */
export type ExportField = {
  readonly field: string;
  readonly name: string;
  readonly type: FieldKind;
  readonly importable: boolean;
  readonly source: "column" | "mail" | "tags" | "lists" | { readonly custom: FieldRecord };
};

const column = (field: string, type: FieldKind = "text", importable = false): ExportField => ({
  field,
  name: field,
  type,
  importable,
  source: "column",
});

const standing: readonly ExportField[] = [
  column("email", "text", true),
  ...profileFields.map((field) => column(field, field === "birthday" ? "date" : "text", true)),
  { field: "tags", name: "tags", type: "list", importable: true, source: "tags" },
  { field: "lists", name: "lists", type: "list", importable: false, source: "lists" },
  column("id"),
  column("shopId"),
  column("status"),
  column("state"),
  column("statusAt", "time"),
  column("source"),
  column("excluded", "bool"),
  column("consentBasis"),
  column("consentAt", "time"),
  column("consentWeak", "bool"),
  column("suppressionReason"),
  column("suppressionNote"),
  column("suppressedAt", "time"),
  column("blacklisted", "bool"),
  column("blacklistedAt", "time"),
  column("softBounces", "number"),
  column("engagement"),
  column("engagementAt", "time"),
  { ...column("lastSentAt", "time"), source: "mail" },
  column("lastOpenAt", "time"),
  column("lastClickAt", "time"),
  column("createdAt", "time"),
  column("updatedAt", "time"),
];

const kindOf: Readonly<Record<FieldType, FieldKind>> = {
  text: "text",
  textarea: "text",
  url: "text",
  select: "text",
  number: "number",
  date: "date",
  bool: "bool",
  multiselect: "list",
};

/** All that a company can export, in the order in which it is offered. */
export function exportFields(customFields: readonly FieldRecord[]): ExportField[] {
  return [
    ...standing,
    ...customFields.map((custom): ExportField => ({
      field: `customFields.${custom.id}`,
      name: custom.name,
      type: kindOf[custom.type],
      importable: true,
      source: { custom },
    })),
  ];
}

/** The fields of an export in its order; one that was deleted since stays as an empty column. */
export function chosenFields(keys: readonly string[], customFields: readonly FieldRecord[]): ExportField[] {
  const known = new Map(exportFields(customFields).map((field) => [field.field, field]));
  return keys.map((key) => known.get(key) ?? gone(key));
}

const gone = (field: string): ExportField => ({
  ...column(field),
  source: { custom: { id: "", name: field, type: "text", options: [], createdAt: new Date(0) } },
});
