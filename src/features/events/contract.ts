import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Id } from "../../kernel/schema.ts";
import { ContactEventInput } from "./shapes.ts";

export const eventRoutes = defineRoutes("Automations", "campaigns", {
  recordContactEvent: {
    method: "POST",
    path: "/contact-events",
    mcp: "catalog",
    effect: "depends",
    summary: "Record an event of a contact, which can start automations; 60 per contact in 10 minutes",
    body: ContactEventInput,
    answers: { 202: Type.Object({ id: Id }) },
    errors: [
      "validation contactId",
      "validation email",
      "validation shopId",
      "validation type",
      "validation name",
      "validation at",
      "validation data",
      "not_found contact",
      "rate_limited contact_events",
    ],
  },
});
