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
    level: "read",
    risk: "read",
    summary: "Watched domains, with what their DNS said last",
    answers: { 200: Items(shapes.MonitoredDomain) },
    errors: [],
  },
  createMonitoredDomain: {
    method: "POST",
    path,
    level: "full",
    risk: "write",
    summary: "Watch a domain",
    body: shapes.MonitoredDomainInput,
    answers: { 201: shapes.MonitoredDomain },
    errors: ["validation domain", "validation dkimSelectors", "conflict name", "conflict limit"],
  },
  updateMonitoredDomain: {
    method: "PATCH",
    path: domainPath,
    summary: "Change the DKIM selectors of a watched domain; what was found before is forgotten",
    body: shapes.MonitoredDomainChange,
    answers: { 200: shapes.MonitoredDomain },
    errors: ["validation dkimSelectors", missing],
  },
  deleteMonitoredDomain: {
    method: "DELETE",
    path: domainPath,
    risk: "irreversible",
    summary: "Watch a domain no more",
    answers: { 204: null },
    errors: [missing],
  },
  checkMonitoredDomain: {
    method: "POST",
    path: `${domainPath}/check`,
    summary: "Ask the DNS for SPF, DKIM of each selector, DMARC and MX",
    answers: { 200: shapes.MonitoredDomain },
    errors: [missing, "unavailable dns"],
  },
  listSenderStates: {
    method: "GET",
    path: "/deliverability/senders",
    summary: "All senders, verified or not, with the state of their domains",
    answers: { 200: Items(shapes.SenderState) },
    errors: [],
  },
});
