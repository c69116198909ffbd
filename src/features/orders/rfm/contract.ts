import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import {
  Count,
  Currency,
  Id,
  Money,
  NullableTime,
  OneOf,
  Time,
  withDescription,
  NamedObject,
} from "../../../kernel/schema.ts";
import { rfmGroups } from "./groups.ts";

const State = {
  ...OneOf(["off", "requested", "on"]),
  description: "requested: the scores are computed within seconds",
};

const Group = NamedObject("RfmGroup", { key: OneOf(rfmGroups), contacts: Count, orders: Count, revenue: Money });

export const rfmRoutes = defineRoutes("Account", "settings", {
  getRfm: {
    method: "GET",
    path: "/rfm",
    mcp: "catalog",
    summary:
      "Buyers of a shop in one currency by recency, frequency and value of their completed orders: quintiles 1 to 5, equal values have the same score, and the mean of frequency and value is rounded up",
    query: Type.Object({
      shop: Type.Optional(withDescription(Id, "By default the first enabled shop")),
      currency: Type.Optional(withDescription(Currency, "By default the first currency of the shop")),
    }),
    answers: {
      200: NamedObject("Rfm", {
        state: State,
        requestedAt: NullableTime,
        computedAt: NullableTime,
        shopId: Id,
        currency: Currency,
        contacts: Count,
        groups: Type.Array(Group, { description: "All eleven groups, always in this order" }),
      }),
    },
    errors: ["validation shop", "validation currency"],
  },
  requestRfm: {
    method: "POST",
    path: "/rfm/enable-request",
    mcp: "catalog",
    effect: "depends",
    summary: "Switch RFM scores on; they are computed within seconds, after changes of orders and every night",
    answers: { 202: Type.Object({ state: State, requestedAt: Time }) },
    errors: [],
  },
});
