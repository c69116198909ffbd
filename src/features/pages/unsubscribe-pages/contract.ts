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
    summary: "Pages behind unsubscribe links",
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
    summary: "Add a page; what it leaves empty is said in our own words, in the language of the contact",
    body: shapes.UnsubscribePageInput,
    answers: { 201: shapes.UnsubscribePage },
    errors: [...wrong, "conflict name"],
  },
  previewUnsubscribePage: {
    method: "POST",
    path: "/unsubscribe-pages/preview",
    risk: "read",
    summary: "Show a page that is not saved yet; changes nothing",
    body: shapes.UnsubscribePagePreviewInput,
    answers: { 200: shapes.UnsubscribePagePreview },
    errors: ["validation reasons", "validation design.logoUrl"],
  },
  getUnsubscribePage: {
    method: "GET",
    path: pagePath,
    summary: "One unsubscribe page",
    answers: { 200: shapes.UnsubscribePage },
    errors: [missing],
  },
  updateUnsubscribePage: {
    method: "PATCH",
    path: pagePath,
    summary: "Change a page; one that is switched off, or moves to another shop or language, is no default any more",
    body: shapes.UnsubscribePageChange,
    answers: { 200: shapes.UnsubscribePage },
    errors: [...wrong, missing, "conflict name"],
  },
  deleteUnsubscribePage: {
    method: "DELETE",
    path: pagePath,
    risk: "irreversible",
    summary: "Delete a page; links that led to it lead to the default, or to our own page",
    answers: { 204: null },
    errors: [missing],
  },
  copyUnsubscribePage: {
    method: "POST",
    path: `${pagePath}/copy`,
    summary: "Copy a page; the copy is no default, and without a name it gets the first free one",
    body: Type.Object({ name: Type.Optional(Name) }),
    answers: { 201: shapes.UnsubscribePage },
    errors: ["validation name", missing, "conflict name"],
  },
  makeUnsubscribePageDefault: {
    method: "POST",
    path: `${pagePath}/default`,
    summary: "Show an active page where none is named, to contacts of its shop and language",
    answers: { 200: shapes.UnsubscribePage },
    errors: [missing, "conflict status"],
  },
  unmakeUnsubscribePageDefault: {
    method: "DELETE",
    path: `${pagePath}/default`,
    summary: "Show the page only where it is named",
    answers: { 204: null },
    errors: [missing],
  },
});
