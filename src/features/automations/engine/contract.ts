import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Id, OneOf, Page, pageQuery, pageQueryWithoutSearch, withDescription } from "../../../kernel/schema.ts";
import { JobReference } from "../../lists/shapes.ts";
import { Automation, AutomationCounts, NodeKey } from "../shapes.ts";
import * as shapes from "./shapes.ts";

const automationPath = "/automations/{automation_id}";
const nodePath = `${automationPath}/nodes/{key}`;
const nodeParams = Type.Object({ key: NodeKey });
const nodeErrors = ["not_found automation", "not_found node"];
const notFound = "not_found automation";

export const engineRoutes = defineRoutes("Automations", "campaigns", {
  activateAutomation: {
    method: "POST",
    path: `${automationPath}/activate`,
    mcp: { core: "automations_activate" },
    effect: "sends",
    risk: "irreversible",
    summary: "Start a draft, or resume a paused automation: contacts that waited go on",
    answers: { 200: Automation },
    errors: ["validation graph", notFound, "conflict status", "conflict sender_records", "not_implemented sms"],
  },
  pauseAutomation: {
    method: "POST",
    path: `${automationPath}/pause`,
    mcp: "catalog",
    effect: "internal",
    summary: "Stop it: nobody enters, nobody moves on, nothing is sent",
    answers: { 200: Automation },
    errors: [notFound, "conflict status"],
  },
  getAutomationCounts: {
    method: "GET",
    path: `${automationPath}/counts`,
    mcp: "catalog",
    summary: "Live counts per node and output",
    answers: { 200: AutomationCounts },
    errors: [notFound],
  },
  listAutomationRuns: {
    method: "GET",
    path: `${automationPath}/runs`,
    mcp: "catalog",
    summary: "Passages of contacts with the nodes that they passed, newest first",
    query: Type.Omit(
      pageQuery(["id"], {
        contact: Type.Optional(Id),
        state: Type.Optional(OneOf(shapes.runStates)),
        node: Type.Optional(withDescription(NodeKey, "Runs that stand at this node, or that ended there")),
      }),
      ["sort"],
    ),
    answers: { 200: Page(shapes.Run) },
    errors: ["validation q", "validation contact", "validation state", "validation node", notFound],
  },
  listNodePasses: {
    method: "GET",
    path: `${nodePath}/passes`,
    mcp: "catalog",
    params: nodeParams,
    summary: "Contacts that passed a node of the newest graph, newest first",
    query: Type.Omit(pageQueryWithoutSearch(["id"]), ["sort"]),
    answers: { 200: Page(shapes.Pass) },
    errors: nodeErrors,
  },
  releaseNode: {
    method: "POST",
    path: `${nodePath}/release`,
    mcp: "catalog",
    effect: "sends",
    params: nodeParams,
    risk: "irreversible",
    summary: "Let contacts that wait at a node go on; in the background where very many wait",
    body: shapes.ReleaseInput,
    answers: { 200: shapes.Released, 202: JobReference },
    errors: ["validation contactIds", "validation node", ...nodeErrors],
  },
  rescheduleNode: {
    method: "POST",
    path: `${nodePath}/reschedule`,
    mcp: "catalog",
    effect: "sends",
    params: nodeParams,
    summary: "Compute the end of waiting at a node again, from the arrival; in the background where very many wait",
    answers: { 200: shapes.Rescheduled, 202: JobReference },
    errors: ["validation node", ...nodeErrors],
  },
  testAutomation: {
    method: "POST",
    path: `${automationPath}/test`,
    mcp: { core: "automations_test" },
    risk: "read",
    summary:
      "Simulate the newest graph for everybody who would enter by the data of now, for triggers of events everybody with a stored event that fits; sends and changes nothing",
    body: shapes.TestInput,
    answers: { 200: shapes.TestResult },
    errors: ["validation contactIds", "validation graph", notFound],
  },
  traceContact: {
    method: "POST",
    path: `${automationPath}/trace`,
    mcp: "catalog",
    risk: "read",
    summary: "Every decision about one contact that would enter now; sends and changes nothing",
    body: shapes.TraceInput,
    answers: { 200: shapes.Trace },
    errors: ["validation contactId", "validation graph", notFound, "not_found contact"],
  },
});
