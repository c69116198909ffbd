import { defineRoutes } from "../../../kernel/route.ts";
import { Count, withDescription, NamedObject } from "../../../kernel/schema.ts";
import { ContactIds } from "../../lists/shapes.ts";

const AddedContacts = NamedObject("AddedContacts", {
  added: Count,
  alreadyIn: withDescription(Count, "Refused by the re-entry rule of the trigger"),
  skipped: withDescription(Count, "Ten runs of the contact are in progress"),
});

export const entryRoutes = defineRoutes("Automations", "campaigns", {
  addAutomationContacts: {
    method: "POST",
    path: "/automations/{automation_id}/contacts",
    mcp: "catalog",
    effect: "sends",
    risk: "irreversible",
    summary: "Add contacts by hand to an active automation with a manual trigger",
    body: ContactIds,
    answers: { 200: AddedContacts },
    errors: [
      "validation contactIds",
      "not_found automation",
      "conflict status",
      "conflict sending",
      "conflict trigger",
    ],
  },
});
