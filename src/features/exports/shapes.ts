import { Type, type Static } from "typebox";
import { contactFilterProperties } from "../contacts/contract.ts";
import { Count, Id, Name, NullableTime, OneOf, Text, Time, withDescription, NamedObject } from "../../kernel/schema.ts";

export const exportSelections = ["bounced", "blacklisted", "all", "lists"] as const;
export type ExportSelection = (typeof exportSelections)[number];
export const exportEncodings = ["utf-8", "windows-1250"] as const;
export type ExportEncoding = (typeof exportEncodings)[number];
export const exportDelimiters = [",", ";", "\t"] as const;
export type ExportDelimiter = (typeof exportDelimiters)[number];
export const exportStatuses = ["queued", "running", "ready", "failed", "expired"] as const;
export type ExportStatus = (typeof exportStatuses)[number];

export const exportFieldTypes = ["text", "number", "date", "time", "bool", "list"] as const;

export const ExportField = NamedObject("ExportField", {
  field: Type.String({ description: "The key in the header" }),
  name: Type.String({ description: "The name of a custom field; otherwise the key" }),
  type: OneOf(exportFieldTypes),
  importable: Type.Boolean({ description: "Can be imported again" }),
});

const ExportFilters = Type.Object(contactFilterProperties, { description: "As in GET /contacts" });
export type ExportFilters = Static<typeof ExportFilters>;

export const ExportInput = NamedObject("ExportInput", {
  name: Name,
  selection: OneOf(exportSelections),
  fields: Type.Array(Text(100, 1), { minItems: 1, maxItems: 300, description: "Fields of GET /export-fields" }),
  encoding: OneOf(exportEncodings),
  delimiter: Type.Optional(withDescription(OneOf(exportDelimiters), "Comma unless stated")),
  bom: Type.Optional(Type.Boolean({ description: "Begin with a byte order mark, for Excel; only with utf-8" })),
  listIds: Type.Optional(
    Type.Array(Id, {
      maxItems: 100,
      description: "Only members of any of these lists; required for the selection `lists`",
    }),
  ),
  filters: Type.Optional(ExportFilters),
  contactIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 5000, description: "Only these contacts" })),
  purposeIds: Type.Optional(
    Type.Array(Id, { maxItems: 100, description: "Only contacts with a valid consent to any of these purposes" }),
  ),
});

export const Export = NamedObject("Export", {
  id: Id,
  name: Type.String(),
  selection: OneOf(exportSelections),
  listIds: Type.Array(Id),
  purposeIds: Type.Array(Id),
  filters: Type.Optional(ExportFilters),
  fields: Type.Array(Type.String()),
  encoding: OneOf(exportEncodings),
  delimiter: OneOf(exportDelimiters),
  bom: Type.Boolean(),
  status: OneOf(exportStatuses),
  rows: Count,
  size: Type.Integer({ minimum: 0, description: "Bytes of the file" }),
  createdAt: Time,
  finishedAt: NullableTime,
  expiresAt: NullableTime,
});

export const ContactValues = NamedObject("ContactValues", {
  id: Id,
  values: Type.Record(Type.String(), Type.String(), { description: "As in an export; empty values are left out" }),
});
