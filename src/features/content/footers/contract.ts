import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Id, Page, pageQuery, pageQueryWithoutSearch } from "../../../kernel/schema.ts";
import { TemplateCopyInput } from "../templates/shapes.ts";
import { Content, ContentWrite, SavedContent, Version, VersionRow } from "../versions/shapes.ts";
import { Footer, FooterChange, FooterInput, FooterRow } from "./shapes.ts";

export const footerSorts = ["id", "name", "createdAt", "updatedAt"] as const;
const footerPath = "/footers/{footer_id}";
const notFound = "not_found footer";
const contentErrors = [
  "validation html",
  "validation mjml",
  "validation blocks",
  "validation kind",
  "rate_limited template",
] as const;

export const footerRoutes = defineRoutes("Content", "content", {
  listFooters: {
    method: "GET",
    path: "/footers",
    mcp: "catalog",
    summary: "Footers without their content",
    query: pageQuery(footerSorts, { shop: Type.Optional(Id) }),
    answers: { 200: Page(FooterRow) },
    errors: ["validation q", "validation sort"],
  },
  createFooter: {
    method: "POST",
    path: "/footers",
    mcp: "catalog",
    effect: "internal",
    summary: "Add a footer of a shop or of the whole company; it is used once it is published",
    body: FooterInput,
    answers: { 201: Footer },
    errors: ["validation name", "validation shopId", ...contentErrors, "conflict name"],
  },
  getFooter: {
    method: "GET",
    path: footerPath,
    mcp: "catalog",
    summary: "One footer with its draft content",
    answers: { 200: Footer },
    errors: [notFound],
  },
  updateFooter: {
    method: "PATCH",
    path: footerPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Rename a footer",
    body: FooterChange,
    answers: { 200: Footer },
    errors: ["validation name", notFound, "conflict name"],
  },
  deleteFooter: {
    method: "DELETE",
    path: footerPath,
    mcp: "catalog",
    effect: "depends",
    summary: "Delete a footer with all its versions, unless it is referenced",
    answers: { 204: null },
    errors: [notFound, "conflict used"],
  },
  getFooterContent: {
    method: "GET",
    path: `${footerPath}/content`,
    mcp: "catalog",
    summary: "Draft content of a footer",
    answers: { 200: Content },
    errors: [notFound],
  },
  saveFooterContent: {
    method: "PUT",
    path: `${footerPath}/content`,
    mcp: "catalog",
    effect: "internal",
    summary: "Save content as a new version; it is used once it is published",
    body: ContentWrite,
    answers: { 200: SavedContent },
    errors: [...contentErrors, "validation baseVersion", notFound, "conflict version"],
  },
  copyFooter: {
    method: "POST",
    path: `${footerPath}/copy`,
    mcp: "catalog",
    effect: "internal",
    summary: "Copy a footer, unpublished; without a name it gets the first free one",
    body: TemplateCopyInput,
    answers: { 201: Footer },
    errors: ["validation name", notFound, "conflict name"],
  },
  makeFooterDefault: {
    method: "POST",
    path: `${footerPath}/default`,
    mcp: "catalog",
    effect: "depends",
    summary: "Make a published footer the default, instead of the previous one",
    answers: { 200: Footer },
    errors: [notFound, "conflict status"],
  },
  unmakeFooterDefault: {
    method: "DELETE",
    path: `${footerPath}/default`,
    mcp: "catalog",
    effect: "depends",
    summary: "Remove the footer as default; explicit references stay",
    answers: { 204: null },
    errors: [notFound],
  },
  publishFooter: {
    method: "POST",
    path: `${footerPath}/publish`,
    mcp: "catalog",
    effect: "depends",
    summary: "Publish the draft content",
    answers: { 200: Footer },
    errors: [notFound],
  },
  listFooterVersions: {
    method: "GET",
    path: `${footerPath}/versions`,
    mcp: "catalog",
    summary: "Saved versions of a footer, newest first",
    query: pageQueryWithoutSearch(["id"]),
    answers: { 200: Page(VersionRow) },
    errors: [notFound],
  },
  getFooterVersion: {
    method: "GET",
    path: `${footerPath}/versions/{version_id}`,
    mcp: "catalog",
    summary: "One saved version; saving its content again restores it",
    answers: { 200: Version },
    errors: [notFound, "not_found version"],
  },
});
