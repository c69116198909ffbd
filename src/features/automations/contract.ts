import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import {
  Id,
  Items,
  OneOf,
  Page,
  Text,
  withDescription,
  pageQuery,
  pageQueryWithoutSearch,
} from "../../kernel/schema.ts";
import { LabelBulk, LabelBulkAnswer } from "../labels/shapes.ts";
import * as shapes from "./shapes.ts";

export const automationSorts = ["id", "name", "status", "createdAt", "entered", "active", "sent"] as const;

const automationPath = "/automations/{automation_id}";
const notFound = "not_found automation";

/** Drafts, graphs and the editor; what runs is in `engine/contract.ts`. */
export const automationRoutes = defineRoutes("Automations", "campaigns", {
  listAutomations: {
    method: "GET",
    path: "/automations",
    summary: "Automations with their numbers, filtered, sorted and paged",
    query: pageQuery(automationSorts, {
      shop: Type.Optional(Id),
      tag: Type.Optional(
        Type.Array(Text(200, 1), { maxItems: 20, description: "Repeatable: automations that have all of these tags" }),
      ),
      status: Type.Optional(OneOf(shapes.automationStatuses)),
    }),
    answers: { 200: Page(shapes.AutomationRow) },
    errors: ["validation q", "validation sort", "validation shop", "validation tag", "validation status"],
  },
  createAutomation: {
    method: "POST",
    path: "/automations",
    summary: "Add a draft, with a graph or an empty one",
    body: shapes.AutomationInput,
    answers: { 201: shapes.Automation },
    errors: [
      "validation name",
      "validation shopId",
      "validation description",
      "validation tags",
      "validation graph",
      "validation recipe",
      "validation transactional",
      "conflict name",
      "unavailable data_key",
    ],
  },
  listRecipes: {
    method: "GET",
    path: "/automations/recipes",
    summary: "Ready graphs with their e-mails, in the language of the shop",
    query: Type.Object({ shop: Type.Optional(withDescription(Id, "Left out: in the language of the company")) }),
    answers: { 200: Items(shapes.Recipe) },
    errors: ["validation shop"],
  },
  resolveTime: {
    method: "POST",
    path: "/automations/resolve-time",
    level: "read",
    risk: "read",
    summary: "When a wait would end; for a field the local day of `base` stands for its value",
    body: shapes.TimeInput,
    answers: { 200: shapes.ResolvedTime },
    errors: ["validation spec", "validation place", "validation base"],
  },
  validateGraph: {
    method: "POST",
    path: "/automations/validate",
    level: "read",
    risk: "read",
    summary: "What is wrong with a graph: errors prevent saving, the incomplete blocks activation",
    body: shapes.GraphValidationInput,
    answers: { 200: shapes.GraphValidation },
    errors: ["validation shopId", "validation graph"],
  },
  tagAutomations: {
    method: "POST",
    path: "/automations/tags",
    summary: "Add and remove tags of automations",
    body: LabelBulk,
    answers: { 200: LabelBulkAnswer },
    errors: ["validation ids", "validation tags"],
  },
  getAutomation: {
    method: "GET",
    path: automationPath,
    summary: "One automation with its graph and what blocks its activation",
    answers: { 200: shapes.Automation },
    errors: [notFound],
  },
  updateAutomation: {
    method: "PATCH",
    path: automationPath,
    summary: "Update the name, the description, the tags or whether it is transactional",
    body: shapes.AutomationChange,
    answers: { 200: shapes.Automation },
    errors: [
      "validation name",
      "validation description",
      "validation tags",
      "validation transactional",
      notFound,
      "conflict name",
      "conflict status",
    ],
  },
  deleteAutomation: {
    method: "DELETE",
    path: automationPath,
    risk: "irreversible",
    summary: "Delete an automation that nobody entered",
    answers: { 204: null },
    errors: [notFound, "conflict runs", "conflict used"],
  },
  copyAutomation: {
    method: "POST",
    path: `${automationPath}/copy`,
    summary: "Copy the newest graph as a new draft, without passwords",
    body: shapes.AutomationCopyInput,
    answers: { 201: shapes.Automation },
    errors: ["validation name", notFound, "conflict name"],
  },
  saveAutomationGraph: {
    method: "PUT",
    path: `${automationPath}/graph`,
    summary: "Save the graph as a new version; contacts inside go on by node key",
    body: shapes.GraphSave,
    answers: { 200: shapes.Automation },
    errors: [
      "validation graph",
      "validation baseVersion",
      "validation transactional",
      notFound,
      "conflict version",
      "conflict confirm",
      "conflict waiting",
      "unavailable data_key",
    ],
  },
  listAutomationVersions: {
    method: "GET",
    path: `${automationPath}/versions`,
    summary: "Saved graphs, newest first",
    query: Type.Omit(pageQueryWithoutSearch(["version"]), ["sort"]),
    answers: { 200: Page(shapes.VersionRow) },
    errors: [notFound],
  },
  getAutomationVersion: {
    method: "GET",
    path: `${automationPath}/versions/{version}`,
    summary: "One saved graph",
    answers: { 200: shapes.Version },
    errors: [notFound, "not_found version"],
  },
  reportEditing: {
    method: "POST",
    path: `${automationPath}/editing`,
    summary: "Report that the caller has the editor open, or closed it; answers who has it open",
    body: shapes.EditingInput,
    answers: { 200: shapes.Editors },
    errors: ["validation active", notFound],
  },
  getAutomationEditor: {
    method: "GET",
    path: `${automationPath}/editor`,
    summary: "Everything that the editor needs: the automation, its counts, the grammar and what nodes may name",
    answers: { 200: shapes.Editor },
    errors: [notFound],
  },
});
