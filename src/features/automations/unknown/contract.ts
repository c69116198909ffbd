import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Id, Page, Text, Time, pageQueryWithoutSearch, withDescription, NamedObject } from "../../../kernel/schema.ts";
import { ChosenContacts, Decision, UnknownAnswer } from "../../delivery/unknown-shapes.ts";

const path = "/automations/{automation_id}/unknown";
const notFound = "not_found automation";
const node = Text(100, 1);

/** E-mails whose outcome is unknown because the service was stopped, or the connection lost, while they were sent. */
export const unknownEmailRoutes = defineRoutes("Automations", "campaigns", {
  listAutomationUnknown: {
    method: "GET",
    path,
    mcp: "catalog",
    summary: "E-mails of an automation with an unknown outcome, the last ones first",
    query: Type.Object({
      ...Type.Omit(pageQueryWithoutSearch(["at"]), ["sort"]).properties,
      node: Type.Optional(withDescription(node, "Of this e-mail node")),
    }),
    answers: {
      200: Page(
        NamedObject("UnknownAutomationEmail", {
          node: Type.String(),
          contactId: Id,
          email: Type.String(),
          at: withDescription(Time, "When it was tried, or found to be tried"),
        }),
      ),
    },
    errors: ["validation node", notFound],
  },
  decideAutomationUnknown: {
    method: "POST",
    path,
    mcp: "catalog",
    effect: "sends",
    risk: "irreversible",
    summary: "Resolve e-mails of an automation with an unknown outcome: mark them as sent, or send them again",
    body: Type.Object({
      decision: Decision,
      node: Type.Optional(withDescription(node, "Of this e-mail node; of all without it")),
      contactIds: ChosenContacts,
    }),
    answers: { 200: UnknownAnswer },
    errors: ["validation decision", "validation node", "validation contactIds", notFound],
  },
});
