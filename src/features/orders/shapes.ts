import { Type } from "typebox";
import {
  Count,
  Currency,
  Id,
  Money,
  NullableId,
  NullableMoney,
  NullableText,
  NullableTime,
  OneOf,
  Time,
  countryPattern,
  currencyPattern,
  NamedObject,
  named,
} from "../../kernel/schema.ts";
import { stateCategories } from "./states.ts";
import { matching } from "../../kernel/schema-rules.ts";

export const maxOrdersAtOnce = 1000;
export const maxItems = 1000;

/** Not empty, on one line. */
const Line = (maxLength: number, description: string) =>
  Type.String({
    maxLength,
    ...matching("^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$", "one line, not only spaces"),
    description,
  });

const orNull = <Value>(schema: Record<string, unknown> & { type: string | string[] }) =>
  Type.Unsafe<Value | null>({ ...schema, type: [schema.type, "null"].flat() });

const Moment = { type: "string", maxLength: 40, description: "ISO 8601 with Z or an offset" };
const Amount = {
  type: "string",
  ...matching("^[0-9]{1,12}(\\.[0-9]{1,4})?$", "an amount as a text with a decimal point, not negative, such as 12.50"),
  description: "Decimal string, not negative",
};
const shortText = (maxLength: number) => orNull<string>({ type: "string", maxLength });

const ItemInput = NamedObject("OrderItemInput", {
  code: Type.Optional(shortText(200)),
  name: Type.Optional(shortText(500)),
  quantity: Type.Optional(
    Type.Unsafe<number | string>({
      type: ["number", "string"],
      default: 1,
      description: "More than 0, at most 4 decimals; a number or a decimal string",
    }),
  ),
  price: Type.Optional(
    orNull<string>({
      type: "string",
      ...matching("^-?[0-9]{1,12}(\\.[0-9]{1,4})?$", "an amount as a text with a decimal point, such as 12.50"),
    }),
  ),
  category: Type.Optional(shortText(500)),
  brand: Type.Optional(shortText(200)),
});

const customerFields = {
  firstName: shortText(100),
  lastName: shortText(100),
  company: shortText(200),
  companyId: shortText(50),
  phone: shortText(50),
  street: shortText(200),
  city: shortText(100),
  postalCode: shortText(20),
  country: orNull<string>({ type: "string", ...countryPattern }),
};
export const customerFieldNames = [
  "firstName",
  "lastName",
  "company",
  "companyId",
  "phone",
  "street",
  "city",
  "postalCode",
  "country",
] as const satisfies readonly (keyof typeof customerFields)[];

const CustomerInput = named(
  "OrderCustomerInput",
  Type.Partial(Type.Object(customerFields), {
    description: "The buyer; fills empty fields of the contact where the shop's enrichment is on",
  }),
);

/** One order as a shop sends it. Without formats, because each order of a batch is validated separately. */
export const OrderInput = Type.Object({
  shopId: Id,
  externalId: Line(200, "The number of the order in the shop"),
  email: Type.String({
    maxLength: 254,
    description: "Address of the buyer; an unknown one becomes a customer contact",
  }),
  state: Line(200, "The shop's state; `order-states` maps it to a category"),
  currency: Type.String({ ...currencyPattern, description: "One of the shop's currencies" }),
  total: Type.Unsafe<string>(Amount),
  totalWithoutVat: Type.Optional(orNull<string>(Amount)),
  createdAt: Type.Optional(
    Type.Unsafe<string>({
      ...Moment,
      description: "ISO 8601; if omitted, now for a new order and unchanged for a known one",
    }),
  ),
  paidAt: Type.Optional(orNull<string>({ ...Moment, description: "ISO 8601; unchanged if omitted, deleted if null" })),
  completedAt: Type.Optional(
    orNull<string>({
      ...Moment,
      description: "ISO 8601; left out it is kept, or now when the state begins to mean completed; null takes it away",
    }),
  ),
  couponCode: Type.Optional(shortText(100)),
  customer: Type.Optional(CustomerInput),
  items: Type.Optional(Type.Array(ItemInput, { maxItems })),
});

const Item = NamedObject("OrderItem", {
  code: NullableText(),
  name: NullableText(),
  quantity: Type.Number(),
  price: NullableMoney,
  category: NullableText(),
  brand: NullableText(),
});

export const Order = NamedObject("Order", {
  id: Id,
  shopId: Id,
  externalId: Type.String(),
  email: NullableText(),
  contactId: NullableId,
  state: Type.String(),
  meaning: OneOf(stateCategories),
  currency: Currency,
  total: Money,
  totalWithoutVat: NullableMoney,
  createdAt: Time,
  paidAt: NullableTime,
  completedAt: NullableTime,
  items: Type.Array(Item),
  couponCode: NullableText(),
});

/** The error of one entry of a batch. */
export const BatchFailure = NamedObject("BatchFailure", { index: Count, code: Type.String(), message: Type.String() });

export const OrderStateMapping = NamedObject("OrderStateMapping", {
  state: Type.String(),
  meaning: OneOf(stateCategories),
});
export const OrderStateMappingInput = NamedObject("OrderStateMappingInput", {
  state: Line(200, "The shop's state, ignoring case and diacritics"),
  meaning: OneOf(stateCategories),
});
