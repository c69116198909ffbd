import { Type } from "typebox";
import { OrFile } from "../../../kernel/file.ts";
import { defineRoutes } from "../../../kernel/route.ts";
import { acceptedQuery, periodQuery, statisticsParameters } from "../../delivery/statistics-query.ts";
import { Count, NullableInteger, NullableText, NullableTime, OneOf, NamedObject } from "../../../kernel/schema.ts";

const node = Type.String();

const AutomationReport = NamedObject("AutomationReport", {
  emails: Type.Array(
    Type.Object({
      node,
      sent: Count,
      delivered: Count,
      opened: Count,
      clicked: Count,
      bounced: Count,
      complained: Count,
      unsubscribed: Count,
      skipped: Count,
      failed: Count,
      unknown: Count,
    }),
  ),
  webhooks: Type.Array(
    Type.Object({
      node,
      succeeded: Count,
      failed: Type.Integer({ minimum: 0, description: "After the last retry" }),
      stopped: Type.Integer({ minimum: 0, description: "Their further attempts were stopped by a pause" }),
      waiting: Count,
      lastStatus: NullableInteger,
      lastError: { ...NullableText(), description: "address, connection, data_key, dns, timeout or url" },
      lastAt: NullableTime,
    }),
  ),
  goals: Type.Array(Type.Object({ node, name: Type.String(), reached: Count })),
});

export const reportRoutes = defineRoutes("Automations", "campaigns", {
  getAutomationReport: {
    method: "GET",
    path: "/automations/{automation_id}/report",
    mcp: "catalog",
    summary:
      "Results of the e-mails, webhooks and goals of the newest graph, as JSON or CSV; a period applies to what became of the e-mails",
    query: Type.Object({
      ...acceptedQuery,
      ...periodQuery,
      node: Type.Optional({ ...statisticsParameters.node, description: "The key of one e-mail, webhook or goal" }),
      format: Type.Optional({
        ...OneOf(["json", "csv"]),
        description: "csv: one row per node, UTF-8 with BOM, semicolons",
      }),
    }),
    answers: { 200: OrFile(AutomationReport, "text/csv") },
    errors: ["validation format", "validation from", "validation to", "validation node", "not_found automation"],
  },
});
