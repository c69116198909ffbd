import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Flag, Name, Page, pageQuery } from "../../../kernel/schema.ts";
import { PageBlocks } from "./page-blocks.ts";
import * as shapes from "./shapes.ts";

const pagePath = "/landing-pages/{id}";
const missing = "not_found landing_page";
const wrong = [
  "validation name",
  "validation slug",
  "validation html",
  "validation blocks",
  "validation draft",
] as const;
const taken = ["conflict name", "conflict slug"] as const;

export const landingPageRoutes = defineRoutes("Content", "content", {
  listLandingPages: {
    method: "GET",
    path: "/landing-pages",
    mcp: "catalog",
    summary: "Landing pages without their HTML",
    query: pageQuery(["id", "name", "slug", "createdAt"], { published: Type.Optional(Flag) }),
    answers: { 200: Page(shapes.LandingPageRow) },
    errors: ["validation q", "validation sort"],
  },
  createLandingPage: {
    method: "POST",
    path: "/landing-pages",
    mcp: "catalog",
    effect: "internal",
    summary: "Add a landing page; active content is removed from its HTML, a form with an external action is rejected",
    body: shapes.LandingPageInput,
    answers: { 201: shapes.LandingPage },
    errors: [...wrong, ...taken],
  },
  getLandingPage: {
    method: "GET",
    path: pagePath,
    mcp: "catalog",
    summary: "One landing page",
    answers: { 200: shapes.LandingPage },
    errors: [missing],
  },
  updateLandingPage: {
    method: "PATCH",
    path: pagePath,
    mcp: "catalog",
    effect: "internal",
    summary: "Change, publish or unpublish a landing page",
    body: shapes.LandingPageChange,
    answers: { 200: shapes.LandingPage },
    errors: [...wrong, "validation baseVersion", missing, ...taken, "conflict version"],
  },
  previewLandingPage: {
    method: "POST",
    path: "/landing-pages/preview",
    mcp: "catalog",
    risk: "read",
    summary: "A page in blocks as visitors would see it; nothing is stored",
    body: Type.Object({ blocks: PageBlocks }),
    answers: { 200: Type.Object({ html: Type.String({ description: "Blocks have the class `block-<id>`" }) }) },
    errors: ["validation blocks"],
  },
  deleteLandingPage: {
    method: "DELETE",
    path: pagePath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a landing page; its slug becomes free",
    answers: { 204: null },
    errors: [missing],
  },
  copyLandingPage: {
    method: "POST",
    path: `${pagePath}/copy`,
    mcp: "catalog",
    effect: "internal",
    summary: "Copy a landing page, unpublished, with the first free name and slug",
    body: Type.Object({ name: Type.Optional(Name), slug: Type.Optional(shapes.Slug) }),
    answers: { 201: shapes.LandingPage },
    errors: ["validation name", "validation slug", missing, ...taken],
  },
});
