import { Type } from "typebox";
import { FileOf } from "../../kernel/file.ts";
import { defineRoutes } from "../../kernel/route.ts";
import { Id, OneOf, Page, Text, pageQuery } from "../../kernel/schema.ts";
import { maxFileBytes } from "./limits.ts";
import {
  ImportDraft,
  ImportDraftInput,
  Import,
  ImportInput,
  ImportPreview,
  ImportPreviewInput,
  UploadedImportFile,
  importSorts,
  importStatuses,
} from "./shapes.ts";

export const importRoutes = defineRoutes("Imports", "contacts", {
  listImports: {
    method: "GET",
    path: "/imports",
    summary: "Imports, newest first",
    query: pageQuery(importSorts, {
      idFrom: Type.Optional(Id),
      idTo: Type.Optional(Id),
      name: Type.Optional(Text(200)),
      status: Type.Optional(OneOf(importStatuses)),
    }),
    answers: { 200: Page(Import) },
    errors: ["validation sort"],
  },
  createImport: {
    method: "POST",
    path: "/imports",
    risk: "irreversible",
    summary: "Import an uploaded file; up to 1 000 rows within the request, more in the background",
    body: ImportInput,
    answers: { 201: Import },
    errors: [
      "validation fileId",
      "validation file",
      "validation options.encoding",
      "validation mapping",
      "validation subscribers",
      "conflict locked",
    ],
  },
  uploadImportFile: {
    method: "POST",
    path: "/imports/files",
    summary: "Upload a CSV file, as a form or as text in JSON; kept for 7 days unless it is imported",
    body: Type.Object({ name: Type.Optional(Text(200)), text: Type.String() }),
    upload: { maxBytes: maxFileBytes },
    answers: { 201: UploadedImportFile },
    errors: ["validation file", "validation rows", "validation columns"],
  },
  previewImport: {
    method: "POST",
    path: "/imports/preview",
    risk: "read",
    summary: "Proposed mapping, samples, counts and first problems of an uploaded file; changes nothing",
    body: ImportPreviewInput,
    answers: { 200: ImportPreview },
    errors: ["validation fileId", "validation file", "validation options.encoding", "validation mapping"],
  },
  createImportDraft: {
    method: "POST",
    path: "/imports/drafts",
    summary: "Create a draft of an import",
    body: ImportDraftInput,
    answers: { 201: ImportDraft },
    errors: ["validation fileId", "validation shopId"],
  },
  getImportDraft: {
    method: "GET",
    path: "/imports/drafts/{import_id}",
    summary: "One draft",
    answers: { 200: ImportDraft },
    errors: ["not_found draft"],
  },
  replaceImportDraft: {
    method: "PUT",
    path: "/imports/drafts/{import_id}",
    summary: "Replace a draft",
    body: ImportDraftInput,
    answers: { 200: ImportDraft },
    errors: ["validation fileId", "validation shopId", "not_found draft"],
  },
  getImport: {
    method: "GET",
    path: "/imports/{import_id}",
    summary: "Progress and result of an import",
    answers: { 200: Import },
    errors: ["not_found import"],
  },
  deleteImport: {
    method: "DELETE",
    path: "/imports/{import_id}",
    summary: "Delete the record of a finished import; imported contacts stay",
    answers: { 204: null },
    errors: ["not_found import", "conflict status"],
  },
  downloadRejectedRows: {
    method: "GET",
    path: "/imports/{import_id}/rejected",
    level: "full",
    summary: "Rows that were not imported, with row number, column and code; kept for 30 days",
    answers: { 200: FileOf("text/csv") },
    errors: ["not_found import", "conflict status", "expired import"],
  },
});
