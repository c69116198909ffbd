import { defineRoutes } from "../../kernel/route.ts";
import { Items, Page } from "../../kernel/schema.ts";
import * as shapes from "./shapes.ts";

export const webTrackingRoutes = defineRoutes("Account", "settings", {
  listSiteScripts: {
    method: "GET",
    path: "/site-script",
    mcp: "catalog",
    summary: "The script of each shop and the code that puts it into the shop's pages",
    answers: { 200: Items(shapes.SiteScript) },
    errors: [],
  },
  updateSiteScript: {
    method: "PATCH",
    path: "/site-script/{shop_id}",
    mcp: "catalog",
    effect: "internal",
    summary: "Turn the script of a shop on or off and choose its pop-up forms",
    body: shapes.SiteScriptChange,
    answers: { 200: shapes.SiteScript },
    errors: ["validation enabled", "validation formIds", "validation formIds.0", "not_found shop"],
  },
  checkSiteScript: {
    method: "POST",
    path: "/site-script/{shop_id}/check",
    mcp: "catalog",
    effect: "discloses",
    summary: "Load a page of the shop and look for the script and for the codes of forms",
    body: shapes.SiteCheckInput,
    answers: { 200: shapes.SiteCheck },
    errors: ["validation url", "not_found shop"],
  },
  listWebTracking: {
    method: "GET",
    path: "/web-tracking",
    mcp: "catalog",
    summary: "Web tracking of each shop",
    answers: { 200: Items(shapes.WebTracking) },
    errors: [],
  },
  listWebEvents: {
    method: "GET",
    path: "/web-tracking/events",
    mcp: "catalog",
    summary: "Page visits and carts of contacts, newest first",
    query: shapes.WebEventQuery,
    answers: { 200: Page(shapes.WebEvent) },
    errors: ["validation type", "validation shop", "validation to"],
  },
  updateWebTracking: {
    method: "PATCH",
    path: "/web-tracking/{shop_id}",
    mcp: "catalog",
    effect: "depends",
    summary: "Change the web tracking of a shop",
    body: shapes.WebTrackingChange,
    answers: { 200: shapes.WebTracking },
    errors: ["validation enabled", "validation domains.0", "not_found shop"],
  },
});
