import { defineRoutes } from "../../../kernel/route.ts";
import * as shapes from "./shapes.ts";

export const dmarcRoutes = defineRoutes("Sending", "settings", {
  getDmarcOverview: {
    method: "GET",
    path: "/deliverability/dmarc",
    mcp: "catalog",
    summary: "DMARC reports by domain in the last 30 days",
    answers: { 200: shapes.DmarcOverview },
    errors: [],
  },
  getDmarcReport: {
    method: "GET",
    path: "/deliverability/dmarc/report",
    mcp: "catalog",
    summary: "DMARC results by sending server; the last 30 days by default",
    query: shapes.ReportQuery,
    answers: { 200: shapes.DmarcReport },
    errors: ["validation from", "validation to", "validation domain"],
  },
});
