import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { ItemAnswer, ListAnswer } from "../envelope.ts";
import { listQuery } from "../list-request.ts";
import { Bit, IntId, LocalTime, Null, NullableText, Text } from "../schema.ts";

export const ContactList = Type.Object({
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
    answers: { 200: ItemAnswer(ContactList) },
    errors: ["not_found list"],
  },
});
