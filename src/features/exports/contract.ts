import { Type } from "typebox";
import { FileOf } from "../../kernel/file.ts";
import { defineRoutes } from "../../kernel/route.ts";
import { Items, OneOf, Page, pageQuery } from "../../kernel/schema.ts";
import { matching } from "../../kernel/schema-rules.ts";
import { ContactValues, Export, ExportField, ExportInput, exportStatuses } from "./shapes.ts";

export const exportSorts = ["id", "name", "createdAt", "rows"] as const;

export const exportRoutes = defineRoutes("Exports", "contacts", {
  listExportFields: {
    method: "GET",
    path: "/export-fields",
    mcp: "catalog",
    summary: "Fields that can be exported",
    answers: { 200: Items(ExportField) },
    errors: [],
  },
  listContactValues: {
    method: "GET",
    path: "/contact-values",
    mcp: "catalog",
    summary: "Values of chosen fields of up to 100 contacts, as exports write them; unknown contacts are left out",
    query: Type.Object({
      ids: Type.String({
        ...matching("^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,99}$", "at most 100 ids, comma separated"),
        description: "At most 100 ids, comma separated",
      }),
      fields: Type.String({
        maxLength: 4000,
        description: "At most 40 fields of GET /export-fields, comma separated",
      }),
    }),
    answers: { 200: Items(ContactValues) },
    errors: ["validation ids", "validation fields"],
  },
  listExports: {
    method: "GET",
    path: "/exports",
    mcp: "catalog",
    summary: "Exports, newest first",
    query: pageQuery(exportSorts, { status: Type.Optional(OneOf(exportStatuses)) }),
    answers: { 200: Page(Export) },
    errors: ["validation sort"],
  },
  createExport: {
    method: "POST",
    path: "/exports",
    mcp: "catalog",
    effect: "discloses",
    summary: "Export contacts to a CSV file in the background; the notification `export_ready` follows",
    body: ExportInput,
    answers: { 201: Export },
    errors: [
      "validation fields.0",
      "validation bom",
      "validation listIds",
      "validation listIds.0",
      "validation purposeIds.0",
      "validation filters.list",
      "validation filters.shop",
    ],
  },
  getExport: {
    method: "GET",
    path: "/exports/{export_id}",
    mcp: "catalog",
    summary: "One export with its progress",
    answers: { 200: Export },
    errors: ["not_found export"],
  },
  downloadExport: {
    method: "GET",
    path: "/exports/{export_id}/download",
    mcp: "never",
    level: "full",
    summary: "The file: keys of the fields in the first line, times in ISO 8601, several values parted by `|`",
    answers: { 200: FileOf("text/csv") },
    errors: ["not_found export", "conflict status", "expired export"],
  },
});
