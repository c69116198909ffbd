import { Compile } from "typebox/compile";
import type { Static } from "typebox";
import { accepts } from "../../kernel/accepts.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import { validation, type ApiError, toRule } from "../../kernel/errors.ts";
import { parseInstant } from "../../kernel/local-time.ts";
import { rulesAt } from "../../kernel/schema-rules.ts";
import { decimalText } from "../../kernel/money.ts";
import { customerFieldNames, OrderInput } from "./shapes.ts";

export type OrderItem = {
  code: string | null;
  name: string | null;
  /** Decimal text. */
  quantity: string;
  price: string | null;
  category: string | null;
  brand: string | null;
};

/** The fields of a buyer that an order contains, without empty ones. */
export type Customer = Partial<Record<(typeof customerFieldNames)[number], string>>;

/** A parsed order. A time is undefined if it was omitted and null if it is to be deleted. */
export type ParsedOrder = {
  shopId: string;
  externalId: string;
  email: string;
  state: string;
  currency: string;
  total: string;
  totalWithoutVat: string | null;
  couponCode: string | null;
  createdAt: Date | undefined;
  paidAt: Date | null | undefined;
  completedAt: Date | null | undefined;
  /** Undefined if it was omitted. */
  customer: Customer | undefined;
  items: OrderItem[];
};

const validator = Compile(OrderInput);

/** Throws a validation error with the path of the field. */
export function parseOrder(value: unknown): ParsedOrder {
  if (!validator.Check(value)) throw toValidationError(value);
  const email = normalizeEmail(value.email);
  if (email === undefined) throw validation("email", accepts.email);
  return {
    shopId: value.shopId,
    externalId: value.externalId.trim(),
    email,
    state: value.state.trim(),
    currency: value.currency,
    total: decimalText(value.total),
    totalWithoutVat: parseAmount(value.totalWithoutVat),
    couponCode: trimToNull(value.couponCode),
    createdAt: parseOptionalInstant("createdAt", value.createdAt) ?? undefined,
    paidAt: parseOptionalInstant("paidAt", value.paidAt),
    completedAt: parseOptionalInstant("completedAt", value.completedAt),
    customer: value.customer === undefined ? undefined : parseCustomer(value.customer),
    items: (value.items ?? []).map(parseItem),
  };
}

/** Control characters become blanks: fields of contacts have one line. */
const parseCustomer = (customer: NonNullable<Static<typeof OrderInput>["customer"]>): Customer =>
  Object.fromEntries(
    customerFieldNames.flatMap((field) => {
      const text = trimToNull(customer[field]?.replace(/\p{Cc}+/gu, " "));
      return text === null ? [] : [[field, text]];
    }),
  );

type ItemInput = NonNullable<Static<typeof OrderInput>["items"]>[number];

const parseItem = (item: ItemInput, index: number): OrderItem => ({
  code: trimToNull(item.code),
  name: trimToNull(item.name),
  quantity: parseQuantity(item.quantity ?? 1, index),
  price: parseAmount(item.price),
  category: trimToNull(item.category),
  brand: trimToNull(item.brand),
});

const trimToNull = (text: string | null | undefined): string | null => text?.trim() || null;

const parseAmount = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : decimalText(text);

function parseQuantity(quantity: number | string, index: number): string {
  const text = String(quantity);
  if (!/^[0-9]{1,9}(\.[0-9]{1,4})?$/.test(text) || Number(text) === 0)
    throw validation(`items.${index}.quantity`, accepts.quantity);
  return decimalText(text);
}

export function parseOptionalInstant(field: string, text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text;
  const at = parseInstant(text);
  if (at === undefined) throw validation(field, accepts.time);
  return at;
}

function toValidationError(value: unknown): ApiError {
  const [error] = validator.Errors(value);
  if (error === undefined) return validation("order", { type: "object" });
  const path = error.instancePath.split("/").slice(1);
  const missing = error.keyword === "required" ? error.params.requiredProperties.slice(0, 1) : [];
  const place = [...path, ...missing];
  const required = missing.length === 0 ? {} : { required: true };
  return validation(place.join(".") || "order", toRule({ ...required, ...rulesAt(OrderInput, place) }));
}
