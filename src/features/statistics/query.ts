import { Type } from "typebox";
import {
  acceptedQuery,
  periodQuery,
  recipientTabs,
  statisticsParameters as schemas,
} from "../delivery/statistics-query.ts";
import { Id, OneOf } from "../../kernel/schema.ts";
import { units } from "./shapes.ts";

/** Tabs of events. */
export const eventTabs = ["all", "opened", "clicked", "bounced", "complained", "unsubscribed"] as const;

/** The shop of the campaigns, automations, contacts and orders that count. */
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
