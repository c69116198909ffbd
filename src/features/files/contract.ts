import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { OneOf, Page, pageQuery } from "../../kernel/schema.ts";
import { File, FileByUrl, FileChange, FileDetail, FileFormFields, fileKinds, maxLibraryFileBytes } from "./shapes.ts";
import { matching } from "../../kernel/schema-rules.ts";

const filePath = "/files/{asset_id}";

export const fileRoutes = defineRoutes("Content", "content", {
  listFiles: {
    method: "GET",
    path: "/files",
    mcp: "catalog",
    summary: "Files of the file manager, newest first",
    query: pageQuery(["id", "name", "size", "createdAt", "pickedAt"], {
      folder: Type.Optional(
        Type.String({
          ...matching("^(root|[1-9][0-9]{0,15})$", "the id of a folder, or root"),
          description: "A folder id, or root for files without a folder",
        }),
      ),
      type: Type.Optional(OneOf(fileKinds)),
    }),
    answers: { 200: Page(File) },
    errors: ["validation folder", "validation sort", "validation type"],
  },
  uploadFile: {
    method: "POST",
    path: "/files",
    mcp: "never",
    effect: "internal",
    summary:
      "Add a file: a form with the part file (and name, folderId), or JSON with the URL to download it from. Images (JPEG, " +
      "PNG, GIF, WebP, SVG without active content), PDF, Office documents without macros, CSV, text, calendars",
    upload: { maxBytes: maxLibraryFileBytes, fields: FileFormFields },
    body: FileByUrl,
    answers: { 201: File },
    errors: [
      "validation file",
      "validation url",
      "validation name",
      "validation folderId",
      "conflict limit",
      "rate_limited template",
      "upstream file",
    ],
  },
  getFile: {
    method: "GET",
    path: filePath,
    mcp: "catalog",
    summary: "One file and the content that uses it",
    answers: { 200: FileDetail },
    errors: ["not_found file"],
  },
  updateFile: {
    method: "PATCH",
    path: filePath,
    mcp: "catalog",
    effect: "internal",
    summary: "Rename a file or move it; its public URL does not change",
    body: FileChange,
    answers: { 200: File },
    errors: ["validation name", "validation folderId", "not_found file"],
  },
  deleteFile: {
    method: "DELETE",
    path: filePath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a file that no content uses",
    answers: { 204: null },
    errors: ["not_found file", "conflict used"],
  },
  pickFile: {
    method: "POST",
    path: `${filePath}/picked`,
    mcp: "catalog",
    effect: "internal",
    summary: "Record that the file was picked in an editor, so that it is listed among the recent ones",
    answers: { 200: File },
    errors: ["not_found file"],
  },
});
