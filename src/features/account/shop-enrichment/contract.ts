import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Flag, Id, NullableTime, OneOf, NamedObject } from "../../../kernel/schema.ts";
import { customerFieldNames } from "../../orders/shapes.ts";

const Fields = Type.Array(OneOf(customerFieldNames), { maxItems: customerFieldNames.length, uniqueItems: true });

const setting = {
  shopId: Id,
  enabled: Type.Boolean({ description: "Each new order fills in the contact at once" }),
  fields: Fields,
};

export const ShopEnrichmentInput = NamedObject("ShopEnrichmentInput", {
  items: Type.Array(Type.Object(setting), {
    maxItems: 100,
    description: "Settings of shops; a shop that is left out keeps its own",
  }),
});

const ShopEnrichment = NamedObject("ShopEnrichment", {
  items: Type.Array(Type.Object({ ...setting, shopName: Type.String(), lastRunAt: NullableTime, enabled: Flag })),
  fields: Type.Array(Type.String(), { description: "All fields that orders can fill in" }),
});

export const shopEnrichmentRoutes = defineRoutes("Account", "settings", {
  getShopEnrichment: {
    method: "GET",
    path: "/shop-enrich",
    mcp: "catalog",
    summary: "Fields of contacts that each shop's orders fill in",
    answers: { 200: ShopEnrichment },
    errors: [],
  },
  setShopEnrichment: {
    method: "PUT",
    path: "/shop-enrich",
    mcp: "catalog",
    effect: "internal",
    summary: "Choose the fields of contacts that a shop's orders fill in; only empty ones, never what a person edited",
    body: ShopEnrichmentInput,
    answers: { 200: ShopEnrichment },
    errors: ["validation items", "validation items.0.shopId", "validation items.0.fields.0"],
  },
});
