import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Flag, Id, Name, Page, pageQuery } from "../../../kernel/schema.ts";
import * as shapes from "./shapes.ts";

const pagePath = "/unsubscribe-pages/{unsub_page_id}";
const missing = "not_found unsubscribe_page";
const wrong = ["validation name", "validation shopId", "validation reasons", "validation design.logoUrl"] as const;

export const unsubscribePageRoutes = defineRoutes("Content", "content", {
  listUnsubscribePages: {
    method: "GET",
    path: "/unsubscribe-pages",
    mcp: "catalog",
    summary: "Unsubscribe pages",
    query: pageQuery(["id", "name", "createdAt"], {
      shop: Type.Optional(Id),
      active: Type.Optional(Flag),
    }),
    answers: { 200: Page(shapes.UnsubscribePageRow) },
    errors: ["validation q", "validation sort"],
  },
  createUnsubscribePage: {
    method: "POST",
    path: "/unsubscribe-pages",
    mcp: "catalog",
    effect: "internal",
    summary: "Add a page; empty texts get defaults in the contact's language",
    body: shapes.UnsubscribePageInput,
    answers: { 201: shapes.UnsubscribePage },
    errors: [...wrong, "conflict name"],
  },
  previewUnsubscribePage: {
    method: "POST",
    path: "/unsubscribe-pages/preview",
    mcp: "catalog",
    risk: "read",
    summary: "Preview an unsaved page; changes nothing",
    body: shapes.UnsubscribePagePreviewInput,
    answers: { 200: shapes.UnsubscribePagePreview },
    errors: ["validation reasons", "validation design.logoUrl"],
  },
  getUnsubscribePage: {
    method: "GET",
    path: pagePath,
    mcp: "catalog",
    summary: "One unsubscribe page",
    answers: { 200: shapes.UnsubscribePage },
    errors: [missing],
  },
  updateUnsubscribePage: {
    method: "PATCH",
    path: pagePath,
    mcp: "catalog",
    effect: "internal",
    summary: "Change a page; a page that becomes inactive or changes its shop or language is no longer the default",
    body: shapes.UnsubscribePageChange,
    answers: { 200: shapes.UnsubscribePage },
    errors: [...wrong, missing, "conflict name"],
  },
  deleteUnsubscribePage: {
    method: "DELETE",
    path: pagePath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a page; its links show the default page instead",
    answers: { 204: null },
    errors: [missing],
  },
  copyUnsubscribePage: {
    method: "POST",
    path: `${pagePath}/copy`,
    mcp: "catalog",
    effect: "internal",
    summary: "Copy a page; the copy is not the default, and without a name it gets the first free one",
    body: Type.Object({ name: Type.Optional(Name) }),
    answers: { 201: shapes.UnsubscribePage },
    errors: ["validation name", missing, "conflict name"],
  },
  makeUnsubscribePageDefault: {
    method: "POST",
    path: `${pagePath}/default`,
    mcp: "catalog",
    effect: "internal",
    summary: "Make an active page the default for contacts of its shop and language",
    answers: { 200: shapes.UnsubscribePage },
    errors: [missing, "conflict status"],
  },
  unmakeUnsubscribePageDefault: {
    method: "DELETE",
    path: `${pagePath}/default`,
    mcp: "catalog",
    effect: "internal",
    summary: "Remove the page as default; explicit references stay",
    answers: { 204: null },
    errors: [missing],
  },
});
