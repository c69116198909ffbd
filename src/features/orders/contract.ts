import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import {
  Count,
  Currency,
  Day,
  Email,
  Flag,
  Id,
  Items,
  OneOf,
  Page,
  Text,
  pageQuery,
  withDescription,
} from "../../kernel/schema.ts";
import {
  BatchFailure,
  Order,
  OrderInput,
  OrderStateMapping,
  OrderStateMappingInput,
  maxOrdersAtOnce,
} from "./shapes.ts";
import { stateCategories } from "./states.ts";

export const orderSorts = ["createdAt", "total", "id"] as const;

/** Types are checked order by order, so that one bad order does not refuse the others. */
const OneOfMany = Type.Unsafe<unknown>({
  description: "Orders with the fields of a single one; an invalid order does not reject the others",
});

export const orderRoutes = defineRoutes("Orders", "contacts", {
  listOrders: {
    method: "GET",
    path: "/orders",
    mcp: "catalog",
    summary: "Orders, filtered, sorted and paged",
    query: pageQuery(orderSorts, {
      q: Type.Optional(Type.String({ maxLength: 200, description: "Search in the external id and the address" })),
      shop: Type.Optional(Id),
      contact: Type.Optional(Id),
      contactId: Type.Optional(withDescription(Id, "The same as `contact`")),
      email: Type.Optional(withDescription(Email, "Orders of the address, whether or not it is a contact")),
      state: Type.Optional(
        Type.String({ maxLength: 200, description: "The shop's state, ignoring case and diacritics" }),
      ),
      meaning: Type.Optional(OneOf(stateCategories)),
      currency: Type.Optional(Currency),
      createdFrom: Type.Optional(Day),
      createdTo: Type.Optional(Day),
    }),
    answers: { 200: Page(Order) },
    errors: ["validation sort"],
  },
  recordOrders: {
    method: "POST",
    path: "/orders",
    mcp: "catalog",
    effect: "depends",
    summary:
      "Record an order, or up to 1 000 as `orders`: 201 for a new one, 200 for a known one (same shop and externalId), " +
      "which is replaced with its items. Valid orders of a batch are written, invalid ones are reported in `failed`; of " +
      "several with the same externalId the last one wins",
    body: Type.Object(
      {
        ...Type.Partial(OrderInput).properties,
        orders: Type.Optional(Type.Array(OneOfMany, { minItems: 1, maxItems: maxOrdersAtOnce })),
      },
      { description: "An order (shopId, externalId, email, state, currency and total are required), or only `orders`" },
    ),
    answers: {
      200: Type.Union([Order, Type.Object({ created: Count, updated: Count, failed: Type.Array(BatchFailure) })]),
      201: Order,
    },
    errors: ["validation shopId", "validation currency", "validation email", "validation orders"],
  },
  getOrder: {
    method: "GET",
    path: "/orders/{order_id}",
    mcp: "catalog",
    summary: "One order",
    answers: { 200: Order },
    errors: ["not_found order"],
  },
  setOrdersPaid: {
    method: "POST",
    path: "/orders/paid-at",
    mcp: "catalog",
    effect: "depends",
    summary: "Maintenance: set payment times of known orders. Without `apply: true` nothing is changed",
    body: Type.Object({
      orders: Type.Array(
        Type.Object({
          id: Type.Optional(Id),
          shopId: Type.Optional(Id),
          externalId: Type.Optional(Text(200, 1)),
          paidAt: Type.String({ maxLength: 40, description: "ISO 8601 with Z or an offset" }),
        }),
        { minItems: 1, maxItems: maxOrdersAtOnce, description: "Each by `id`, or by `shopId` and `externalId`" },
      ),
      apply: Type.Optional(Flag),
    }),
    answers: {
      200: Type.Object({ applied: Flag, changed: Count, unchanged: Count, failed: Type.Array(BatchFailure) }),
    },
    errors: ["validation orders"],
  },
  listOrderStates: {
    method: "GET",
    path: "/order-states",
    mcp: "catalog",
    summary: "Categories of the shops' order states; an unmapped state counts as new",
    answers: { 200: Items(OrderStateMapping) },
    errors: [],
  },
  replaceOrderStates: {
    method: "PUT",
    path: "/order-states",
    mcp: "catalog",
    effect: "depends",
    summary:
      "Set the categories of order states; an empty list restores the default. Existing orders are updated at once or, " +
      "if there are many, in the background (202)",
    body: Type.Object({ items: Type.Array(OrderStateMappingInput, { maxItems: 500 }) }),
    answers: {
      200: Items(OrderStateMapping),
      202: Type.Object({ items: Type.Array(OrderStateMapping), jobId: Id }),
    },
    errors: ["validation items"],
  },
});
