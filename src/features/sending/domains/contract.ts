import { defineRoutes } from "../../../kernel/route.ts";
import * as shapes from "./shapes.ts";

const domainPath = "/sending/domains/{domain_id}";
const missing = "not_found domain";

export const sendingDomainRoutes = defineRoutes("Sending", "settings", {
  createSendingDomain: {
    method: "POST",
    path: "/sending/domains",
    mcp: "catalog",
    effect: "discloses",
    summary: "Add a sending domain; the response contains the DNS records to set",
    body: shapes.SendingDomainInput,
    answers: { 201: shapes.SendingDomain },
    errors: ["validation domain", "conflict name", "conflict limit", "unavailable data_key"],
  },
  updateSendingDomain: {
    method: "PATCH",
    path: domainPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Choose the connection for senders of the domain that name none",
    body: shapes.SendingDomainChange,
    answers: { 200: shapes.SendingDomain },
    errors: [missing, "validation connectionId"],
  },
  deleteSendingDomain: {
    method: "DELETE",
    path: domainPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a domain with its key",
    answers: { 204: null },
    errors: [missing, "conflict used"],
  },
  checkSendingDomain: {
    method: "POST",
    path: `${domainPath}/check`,
    mcp: "catalog",
    effect: "internal",
    summary: "Check the DNS records of the domain",
    answers: { 200: shapes.SendingDomain },
    errors: [missing, "unavailable dns"],
  },
});
