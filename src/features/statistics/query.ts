import { Type } from "typebox";
import { engagements } from "../contacts/states.ts";
import { Day, Flag, Id, OneOf, Text } from "../../kernel/schema.ts";
import { units } from "./shapes.ts";

/** Tabs of events. */
export const eventTabs = ["all", "opened", "clicked", "bounced", "complained", "unsubscribed"] as const;

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
const schemas = {
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
  from: Type.Optional({ ...schemas.from, description: noEffect }),
  to: Type.Optional({ ...schemas.to, description: noEffect }),
  node: Type.Optional({ ...schemas.node, description: noEffect }),
  page: Type.Optional({ ...schemas.page, description: noEffect }),
  pageSize: Type.Optional({ ...schemas.pageSize, description: noEffect }),
  q: Type.Optional({ ...schemas.q, description: noEffect }),
  tab: Type.Optional({ ...OneOf(anyTab), description: noEffect }),
  engagement: Type.Optional({ ...schemas.engagement, description: noEffect }),
  humans: Type.Optional({ ...schemas.humans, description: noEffect }),
  rows: Type.Optional({ ...schemas.rows, description: noEffect }),
  vat: Type.Optional({ ...schemas.vat, description: noEffect }),
};

export const periodQuery = {
  from: Type.Optional({ ...schemas.from, description: "The first day of the company's calendar, YYYY-MM-DD" }),
  to: Type.Optional({ ...schemas.to, description: "The first day after the period, YYYY-MM-DD" }),
};

/** Of the campaigns, automations, contacts and orders that count. */
export const shopQuery = { shop: Type.Optional({ ...Id, description: "Left out: all shops" }) };

export const rowsQuery = {
  rows: Type.Optional({ ...schemas.rows, description: "Number of domains listed separately, 50 by default" }),
};

export const vatQuery = {
  vat: Type.Optional({
    ...schemas.vat,
    description: "false: amounts without VAT; an order that came without that amount counts with its total",
  }),
};

export const nodeQuery = { node: Type.Optional({ ...schemas.node, description: "The key of one e-mail" }) };

const pagingQuery = {
  page: Type.Optional({ ...schemas.page, default: 1, description: "Of the items" }),
  pageSize: Type.Optional({ ...schemas.pageSize, default: 25, description: "Of the items" }),
};

const engagementQuery = {
  engagement: Type.Optional({ ...schemas.engagement, description: "The engagement that the contact has now" }),
};

const contactsQuery = {
  ...engagementQuery,
  q: Type.Optional({ ...schemas.q, description: "Search in the contacts, ignoring case and diacritics" }),
};

export const activityQuery = {
  ...acceptedQuery,
  ...periodQuery,
  ...pagingQuery,
  ...contactsQuery,
  tab: Type.Optional({ ...OneOf(eventTabs), description: "The kind of the events" }),
  humans: Type.Optional({ ...schemas.humans, description: "false: machine events are listed too" }),
  unit: Type.Optional({
    ...OneOf(units),
    description: "Of the timeline; by default hours up to three days, days for longer periods",
  }),
};

export const recipientsQuery = {
  ...acceptedQuery,
  ...periodQuery,
  ...pagingQuery,
  ...contactsQuery,
  tab: Type.Optional({ ...OneOf(recipientTabs), description: "What happened to the message" }),
  format: Type.Optional({
    ...OneOf(["json", "csv"]),
    description: "csv: every matching recipient, UTF-8 with BOM, semicolons, times in ISO 8601",
  }),
};

export const conversionQuery = {
  ...acceptedQuery,
  ...periodQuery,
  ...pagingQuery,
  ...engagementQuery,
  ...vatQuery,
  q: Type.Optional({ ...schemas.q, description: "Search in the number and the address of the order" }),
};
