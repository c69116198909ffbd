import { Type } from "typebox";
import { AnyObject, Email, Id, OneOf, Text, withDescription, notBlank, NamedObject } from "../../kernel/schema.ts";

export const eventTypes = ["custom", "cart", "page_visit"] as const;
export type EventType = (typeof eventTypes)[number];

export const ContactEventInput = NamedObject("ContactEventInput", {
  contactId: Type.Optional(withDescription(Id, "Either this or `email`")),
  email: Type.Optional(withDescription(Email, "The address of an existing contact")),
  shopId: Type.Optional(withDescription(Id, "Left out: an event of all shops")),
  type: OneOf(eventTypes),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      ...notBlank,
      format: "line",
      description: "Required for custom events; carts and page visits are named after their type",
    }),
  ),
  at: Type.Optional(
    withDescription(
      Text(40, 1),
      "ISO 8601; now when left out, at most 5 minutes ahead. After 24 hours it starts nothing",
    ),
  ),
  data: Type.Optional(
    withDescription(AnyObject, "At most 64 KB. A cart has a list `items`, empty once it is; a page visit has `url`"),
  ),
});
