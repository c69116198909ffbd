import { defineRoutes } from "../../../kernel/route.ts";
import * as shapes from "./shapes.ts";

export const dmarcRoutes = defineRoutes("Sending", "settings", {
  getDmarcOverview: {
    method: "GET",
    path: "/deliverability/dmarc",
    summary: "What mailbox providers reported about each domain in the last 30 days",
    answers: { 200: shapes.DmarcOverview },
    errors: [],
  },
  getDmarcReport: {
    method: "GET",
    path: "/deliverability/dmarc/report",
    summary: "Who sent in the name of the domains, by server and result; the last 30 days when none are given",
    query: shapes.ReportQuery,
    answers: { 200: shapes.DmarcReport },
    errors: ["validation from", "validation to", "validation domain"],
  },
});
