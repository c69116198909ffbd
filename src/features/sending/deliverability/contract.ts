import { defineRoutes } from "../../../kernel/route.ts";
import { Items } from "../../../kernel/schema.ts";
import * as shapes from "./shapes.ts";

const path = "/deliverability/domains";
const domainPath = `${path}/{domain_id}`;
const missing = "not_found domain";

export const deliverabilityRoutes = defineRoutes("Sending", "settings", {
  listMonitoredDomains: {
    method: "GET",
    path,
    mcp: "catalog",
    risk: "read",
    summary: "Monitored domains with their last DNS check",
    answers: { 200: Items(shapes.MonitoredDomain) },
    errors: [],
  },
  createMonitoredDomain: {
    method: "POST",
    path,
    mcp: "catalog",
    effect: "discloses",
    level: "full",
    risk: "write",
    summary: "Monitor a domain",
    body: shapes.MonitoredDomainInput,
    answers: { 201: shapes.MonitoredDomain },
    errors: ["validation domain", "validation dkimSelectors", "conflict name", "conflict limit"],
  },
  updateMonitoredDomain: {
    method: "PATCH",
    path: domainPath,
    mcp: "catalog",
    effect: "discloses",
    summary: "Change the DKIM selectors of a monitored domain; earlier results are deleted",
    body: shapes.MonitoredDomainChange,
    answers: { 200: shapes.MonitoredDomain },
    errors: ["validation dkimSelectors", missing],
  },
  deleteMonitoredDomain: {
    method: "DELETE",
    path: domainPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Stop monitoring a domain",
    answers: { 204: null },
    errors: [missing],
  },
  checkMonitoredDomain: {
    method: "POST",
    path: `${domainPath}/check`,
    mcp: "catalog",
    effect: "internal",
    summary: "Check SPF, DKIM of each selector, DMARC and MX in the DNS",
    answers: { 200: shapes.MonitoredDomain },
    errors: [missing, "unavailable dns"],
  },
  listSenderStates: {
    method: "GET",
    path: "/deliverability/senders",
    mcp: "catalog",
    summary: "All senders, verified or not, with the state of their domains",
    answers: { 200: Items(shapes.SenderState) },
    errors: [],
  },
});
