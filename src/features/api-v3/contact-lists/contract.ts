import { defineRoutes } from "../../../kernel/route.ts";
import { ListAnswer, RowAnswer } from "../envelope.ts";
import { itemQuery, listQuery } from "../list-request.ts";
import { Bit, IntId, LocalTime, Null, NullableText, Text } from "../schema.ts";
import { NamedObject } from "../../../kernel/schema.ts";

export const ContactList = NamedObject("CompatibleContactList", {
  id: IntId,
  name: Text,
  publicname: NullableText,
  sendername: NullableText,
  senderemail: NullableText,
  replyto: NullableText,
  signature: NullableText,
  notes: NullableText,
  category: Null,
  hidden: Bit,
  created: LocalTime,
  alertIn: Bit,
  alertOut: Bit,
});

export const contactListRoutes = defineRoutes("API v3", null, {
  listContactListsV3: {
    method: "GET",
    path: "/api/v3/contactlists",
    mcp: "never",
    summary: "Lists of contacts",
    query: listQuery(ContactList, {}),
    answers: { 200: ListAnswer(ContactList) },
    errors: ["validation select", "validation sort"],
  },
  getContactListV3: {
    method: "GET",
    path: "/api/v3/contactlists/{list_id}",
    mcp: "never",
    summary: "One list of contacts",
    query: itemQuery(ContactList, {}),
    answers: { 200: RowAnswer(ContactList) },
    errors: ["validation select", "not_found list"],
  },
});
