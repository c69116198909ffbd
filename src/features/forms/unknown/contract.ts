import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import {
  NullableId,
  OneOf,
  Page,
  Time,
  pageQueryWithoutSearch,
  withDescription,
  NamedObject,
} from "../../../kernel/schema.ts";
import { ChosenContacts, Decision, UnknownAnswer } from "../../delivery/unknown-shapes.ts";
import { formEmailKinds } from "./kinds.ts";

const path = "/forms/{form_id}/unknown";
const notFound = "not_found form";
const Kind = OneOf(formEmailKinds);

/** E-mails whose outcome is unknown because the service was stopped, or the connection lost, while they were sent. */
export const unknownFormEmailRoutes = defineRoutes("Forms", "content", {
  listFormUnknown: {
    method: "GET",
    path,
    mcp: "catalog",
    summary:
      "E-mails of a form with an unknown outcome, the last ones first: confirmations and reminders of sign-ups that can still be confirmed, and welcome e-mails",
    query: Type.Object({
      ...Type.Omit(pageQueryWithoutSearch(["at"]), ["sort"]).properties,
      kind: Type.Optional(Kind),
    }),
    answers: {
      200: Page(
        NamedObject("UnknownFormEmail", {
          kind: Kind,
          contactId: NullableId,
          email: Type.String(),
          at: withDescription(Time, "When it was tried, or found to be tried"),
        }),
      ),
    },
    errors: ["validation kind", notFound],
  },
  decideFormUnknown: {
    method: "POST",
    path,
    mcp: "catalog",
    effect: "sends",
    risk: "irreversible",
    summary: "Resolve e-mails of a form with an unknown outcome: mark them as sent, or send them again",
    body: Type.Object({
      decision: Decision,
      kind: Type.Optional(withDescription(Kind, "Of this kind; of all without it")),
      contactIds: ChosenContacts,
    }),
    answers: { 200: UnknownAnswer },
    errors: ["validation decision", "validation kind", "validation contactIds", notFound],
  },
});
