import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { ListAnswer, RowAnswer } from "../envelope.ts";
import { Expand, itemQuery, listQuery } from "../list-request.ts";
import {
  Bit,
  BitFilter,
  IdFilter,
  IntId,
  LocalTime,
  Null,
  NullableDate,
  NullableInt,
  NullableLocalTime,
  NullableText,
  Text,
} from "../schema.ts";
import { NamedObject } from "../../../kernel/schema.ts";

const Membership = NamedObject("CompatibleMembership", {
  id: IntId,
  contact_id: IntId,
  contactlist_id: IntId,
  status: Type.String({ description: "confirmed, unconfirmed, unsubscribed, removed" }),
  added: LocalTime,
  updated: NullableLocalTime,
  score_opens: Null,
  score_clicks: Null,
});

/** A simple value, or one chosen option. */
export const CustomFieldValue = NamedObject("CompatibleCustomFieldValue", {
  id: IntId,
  contact_id: IntId,
  customfield_id: IntId,
  customfield_options_id: NullableInt,
  value: NullableText,
});

export const Contact = NamedObject("CompatibleContact", {
  id: IntId,
  guid: Text,
  emailaddress: Text,
  name: NullableText,
  surname: NullableText,
  titlesbefore: NullableText,
  titlesafter: NullableText,
  salution: NullableText,
  company: NullableText,
  street: NullableText,
  town: NullableText,
  postalcode: NullableText,
  country: NullableText,
  cellphone: NullableText,
  phone: NullableText,
  language: NullableText,
  birthday: NullableDate,
  nameday: NullableDate,
  gender: Type.Unsafe<"F" | "M" | null>({ type: ["string", "null"], enum: ["F", "M", null] }),
  notes: NullableText,
  realname: Null,
  blacklisted: Bit,
  is_blacklisted: Bit,
  hardbounced: Bit,
  softbounced: Type.Integer({ minimum: 0, description: "Consecutive soft bounces" }),
  created: LocalTime,
  updated: NullableLocalTime,
  created_at: LocalTime,
  last_updated_at: NullableLocalTime,
  domain: Text,
  origin: Null,
  contactlists: Type.Array(Membership),
  customfields: Type.Optional(
    Type.Array(CustomFieldValue, { description: "Instead of customfields_url with expand=customfields" }),
  ),
  customfields_url: Type.Optional(Text),
});

export const contactRoutes = defineRoutes("API v3", null, {
  listContactsV3: {
    method: "GET",
    path: "/api/v3/contacts",
    mcp: "never",
    summary: "Contacts",
    query: listQuery(Contact, {
      emailaddress: Type.Optional(Type.String({ description: "The whole address; a blank counts as +" })),
      id: Type.Optional(IdFilter),
      blacklisted: Type.Optional(BitFilter),
      hardbounced: Type.Optional(BitFilter),
      expand: Expand,
    }),
    answers: { 200: ListAnswer(Contact) },
    errors: ["validation select", "validation sort"],
  },
  getContactV3: {
    method: "GET",
    path: "/api/v3/contacts/{contact_id}",
    mcp: "never",
    summary: "One contact",
    query: itemQuery(Contact, { expand: Expand }),
    answers: { 200: RowAnswer(Contact) },
    errors: ["validation select", "not_found contact"],
  },
  listContactCustomFieldsV3: {
    method: "GET",
    path: "/api/v3/contact-customfields",
    mcp: "never",
    summary: "Values of custom fields, one row for each simple value or chosen option",
    query: listQuery(CustomFieldValue, { contact_id: Type.Optional(IdFilter) }),
    answers: { 200: ListAnswer(CustomFieldValue) },
    errors: ["validation select", "validation sort"],
  },
});
