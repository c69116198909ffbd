import { Type } from "typebox";
import { OrFile } from "../../../kernel/file.ts";
import { defineRoutes } from "../../../kernel/route.ts";
import { OneOf, withDescription } from "../../../kernel/schema.ts";
import { eventFormats, EventPage } from "./shapes.ts";

export const maxJsonEvents = 10_000;
export const maxLines = 100_000;

/** The `type` of the last line. */
export const endOfLines = "end";

const feedQuery = {
  after: Type.Optional(
    Type.String({ maxLength: 100, description: "The cursor of the last event that was read. Left out: 30 days ago" }),
  ),
  types: Type.Optional(
    Type.String({
      maxLength: 2000,
      examples: ["unsubscribed,list_unsubscribed"],
      description: "Only these, separated by commas",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxLines,
      description:
        "At most 10 000 as JSON, 1000 unless stated; a page of long events ends earlier, at about 16 MB. As lines at most 100 000, which is the default",
    }),
  ),
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 60, description: "Seconds to wait for an event when there is none yet" }),
  ),
  format: Type.Optional(
    withDescription(
      OneOf(eventFormats),
      "`ndjson`: one event per line; also by `Accept: application/x-ndjson`. With `types` the last line is not an event but " +
        '`{"type": "end", "cursor": …, "hasMore": …}`',
    ),
  ),
};

export const eventFeedRoutes = defineRoutes("Events", "contacts", {
  listEvents: {
    method: "GET",
    path: "/events",
    mcp: "catalog",
    summary:
      "The event feed: everything that happened to contacts, orders and e-mails, each event once and in order of commit",
    query: Type.Object(feedQuery),
    acceptedFormats: { "application/x-ndjson": "ndjson" },
    answers: { 200: OrFile(EventPage, "application/x-ndjson") },
    errors: [
      "validation after",
      "validation types",
      "validation limit",
      "validation wait",
      "validation format",
      "expired cursor",
    ],
  },
});
