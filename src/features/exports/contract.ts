import { Type } from "typebox";
import { FileOf } from "../../kernel/file.ts";
import { defineRoutes } from "../../kernel/route.ts";
import { Items, OneOf, Page, pageQuery } from "../../kernel/schema.ts";
import { Export, ExportField, ExportInput, exportStatuses } from "./shapes.ts";

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
