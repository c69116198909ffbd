import { Type } from "typebox";
import { Day, Flag, OneOf, Text } from "../../kernel/schema.ts";
import { engagements } from "../contacts/states.ts";

/** Tabs of recipients. */
export const recipientTabs = [
  "all",
  "sent",
  "opened",
  "clicked",
  "bounced",
  "unsubscribed",
  "skipped",
  "failed",
  "unknown",
  "not_opened",
] as const;

const anyTab = [...recipientTabs, "complained"] as const;

const noEffect = "Accepted by all statistics and checked, without effect on this one";

/** The schemas of the parameters that part 4 gives to all statistics, without their meaning. */
export const statisticsParameters = {
  from: Day,
  to: Day,
  node: Text(64),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
  q: Text(200),
  engagement: OneOf(engagements),
  humans: Flag,
  rows: Type.Integer({ minimum: 1, maximum: 500 }),
  vat: Flag,
};

/**
 * The parameters of part 4. Screens send the same ones to all statistics, so every operation accepts all of them; an operation
 * replaces those that it uses by the records below.
 */
export const acceptedQuery = {
  from: Type.Optional({ ...statisticsParameters.from, description: noEffect }),
  to: Type.Optional({ ...statisticsParameters.to, description: noEffect }),
  node: Type.Optional({ ...statisticsParameters.node, description: noEffect }),
  page: Type.Optional({ ...statisticsParameters.page, description: noEffect }),
  pageSize: Type.Optional({ ...statisticsParameters.pageSize, description: noEffect }),
  q: Type.Optional({ ...statisticsParameters.q, description: noEffect }),
  tab: Type.Optional({ ...OneOf(anyTab), description: noEffect }),
  engagement: Type.Optional({ ...statisticsParameters.engagement, description: noEffect }),
  humans: Type.Optional({ ...statisticsParameters.humans, description: noEffect }),
  rows: Type.Optional({ ...statisticsParameters.rows, description: noEffect }),
  vat: Type.Optional({ ...statisticsParameters.vat, description: noEffect }),
};

export const periodQuery = {
  from: Type.Optional({
    ...statisticsParameters.from,
    description: "The first day of the company's calendar, YYYY-MM-DD",
  }),
  to: Type.Optional({ ...statisticsParameters.to, description: "The first day after the period, YYYY-MM-DD" }),
};

export const nodeQuery = {
  node: Type.Optional({ ...statisticsParameters.node, description: "The key of one e-mail" }),
};
