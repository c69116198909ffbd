import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { OneOf, Page, Text, pageQuery } from "../../../kernel/schema.ts";
import { EditorElement, EditorElementChange, EditorElementInput, elementKinds } from "./shapes.ts";

const elementPath = "/editor-elements/{element_id}";

export const editorElementRoutes = defineRoutes("Content", "content", {
  listEditorElements: {
    method: "GET",
    path: "/editor-elements",
    mcp: "catalog",
    summary: "Saved elements of the visual editor, by category and name",
    query: pageQuery(["id", "name", "category", "createdAt", "updatedAt"], {
      category: Type.Optional(Text(200)),
      kind: Type.Optional(OneOf(elementKinds)),
    }),
    answers: { 200: Page(EditorElement) },
    errors: ["validation sort", "validation kind"],
  },
  createEditorElement: {
    method: "POST",
    path: "/editor-elements",
    mcp: "catalog",
    effect: "internal",
    summary: "Save an element for reuse, at most 500 per company",
    body: EditorElementInput,
    answers: { 201: EditorElement },
    errors: [
      "validation name",
      "validation mjml",
      "validation content",
      "validation limit",
      "conflict name",
      "rate_limited template",
    ],
  },
  updateEditorElement: {
    method: "PATCH",
    path: elementPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Change a saved element; copies in existing e-mails do not change",
    body: EditorElementChange,
    answers: { 200: EditorElement },
    errors: [
      "validation name",
      "validation mjml",
      "validation content",
      "not_found element",
      "conflict name",
      "rate_limited template",
    ],
  },
  deleteEditorElement: {
    method: "DELETE",
    path: elementPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a saved element",
    answers: { 204: null },
    errors: ["not_found element"],
  },
});
