import { Type } from "typebox";
import { FileOf } from "../../../kernel/file.ts";
import { defineRoutes } from "../../../kernel/route.ts";
import { OneOf } from "../../../kernel/schema.ts";
import { IdFilter } from "../schema.ts";
import { matching } from "../../../kernel/schema-rules.ts";

const Csv = FileOf("text/csv");

export const eventKinds = ["sent", "opened", "clicked", "bounced", "unsubscribed"] as const;
export type EventKind = (typeof eventKinds)[number];

const Moment = Type.Optional(
  Type.String({ description: "YYYY-MM-DD HH:MM:SS, company-local, included", examples: ["2026-05-01 10:30:00"] }),
);

const statisticIds = "/api/csv/statistics/email/automation-email-statistic-id";

export const csvRoutes = defineRoutes("CSV", null, {
  downloadListContactsCsv: {
    method: "GET",
    path: "/api/csv/list-contacts",
    mcp: "never",
    summary: "Members of a list in all states, by the time they were added",
    query: Type.Object({ listid: IdFilter }),
    answers: { 200: Csv },
    errors: ["not_found list"],
  },
  downloadStatisticIdsCsv: {
    method: "GET",
    path: statisticIds,
    mcp: "never",
    summary: "E-mails of all automations and their statistic ids",
    answers: { 200: Csv },
    errors: [],
  },
  downloadAutomationStatisticIdsCsv: {
    method: "GET",
    path: `${statisticIds}/{automation_id}`,
    mcp: "never",
    summary: "E-mails of an automation and their statistic ids",
    answers: { 200: Csv },
    errors: ["not_found automation"],
  },
  downloadEmailEventsCsv: {
    method: "GET",
    path: "/api/csv/statistics/email/{kind}-detail/{sid}",
    mcp: "never",
    summary: "Events of a campaign or of an e-mail of an automation, by time; those of machines are left out",
    params: Type.Object({
      kind: OneOf(eventKinds),
      sid: Type.String({
        ...matching("^(c[1-9][0-9]{0,15}|a[1-9][0-9]{0,15}:.+)$", "c<campaign id> or a<automation id>:<node key>"),
        examples: ["c31"],
        description: "c<campaign id> or a<automation id>:<node key>",
      }),
    }),
    query: Type.Object({ interval_from: Moment, interval_to: Moment }),
    answers: { 200: Csv },
    errors: ["validation interval_from", "validation interval_to", "not_found sid"],
  },
});
