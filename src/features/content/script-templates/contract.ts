import { defineRoutes } from "../../../kernel/route.ts";
import { Page, pageQuery } from "../../../kernel/schema.ts";
import { Script, ScriptChange, ScriptInput, ScriptRow } from "./shapes.ts";

const scriptPath = "/script-templates/{id}";
const notFound = "not_found script_template";

export const scriptTemplateRoutes = defineRoutes("Content", "content", {
  listScriptTemplates: {
    method: "GET",
    path: "/script-templates",
    mcp: "catalog",
    summary: "Templates in Twig, without their source",
    query: pageQuery(["id", "name", "createdAt", "updatedAt"], {}),
    answers: { 200: Page(ScriptRow) },
    errors: ["validation q", "validation sort"],
  },
  createScriptTemplate: {
    method: "POST",
    path: "/script-templates",
    mcp: "catalog",
    effect: "internal",
    summary: "Add a template in Twig",
    body: ScriptInput,
    answers: { 201: Script },
    errors: ["validation name", "validation source", "conflict name", "rate_limited template"],
  },
  getScriptTemplate: {
    method: "GET",
    path: scriptPath,
    mcp: "catalog",
    summary: "One template in Twig",
    answers: { 200: Script },
    errors: [notFound],
  },
  updateScriptTemplate: {
    method: "PATCH",
    path: scriptPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Change a template in Twig",
    body: ScriptChange,
    answers: { 200: Script },
    errors: ["validation name", "validation source", notFound, "conflict name", "rate_limited template"],
  },
  deleteScriptTemplate: {
    method: "DELETE",
    path: scriptPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a template in Twig",
    answers: { 204: null },
    errors: [notFound],
  },
});
