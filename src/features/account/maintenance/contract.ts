import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Count, Flag, Id, NamedObject } from "../../../kernel/schema.ts";

export const MaintenanceInput = NamedObject("MaintenanceInput", {
  apply: Type.Optional(Type.Boolean({ description: "Without it nothing is changed" })),
  shopId: Type.Optional(Id),
});

const report = {
  applied: Flag,
  contacts: Type.Integer({ minimum: 0, description: "Contacts that would change" }),
  examples: Type.Array(
    Type.Object({ contactId: Id, change: Type.Record(Type.String(), Type.Unsafe<string | null>({})) }),
    { maxItems: 5 },
  ),
};

const Started = NamedObject("MaintenanceStarted", { applied: Flag, jobId: Id });
const FieldReport = NamedObject("FieldReport", {
  ...report,
  fields: Type.Record(Type.String(), Count, { description: "Contacts by filled field" }),
});
const PhoneReport = NamedObject("PhoneReport", { ...report, toMobile: Count, toPhone: Count });

export const maintenanceRoutes = defineRoutes("Account", "settings", {
  maintainPhones: {
    method: "POST",
    path: "/maintenance/phone-landline-mobile",
    mcp: "catalog",
    effect: "depends",
    summary: "Move mobile numbers out of phone and landlines out of mobile, where the other field is empty",
    body: MaintenanceInput,
    answers: { 200: PhoneReport, 202: Started },
    errors: ["validation shopId"],
  },
  maintainShopEnrichment: {
    method: "POST",
    path: "/maintenance/shop-enrich",
    mcp: "catalog",
    effect: "depends",
    summary: "Fill empty fields of contacts from their newest orders, as chosen for each shop",
    body: MaintenanceInput,
    answers: { 200: FieldReport, 202: Started },
    errors: ["validation shopId"],
  },
  maintainLegacyContacts: {
    method: "POST",
    path: "/maintenance/legacy-backfill-contacts",
    mcp: "catalog",
    effect: "depends",
    summary: "Fill empty fields of contacts from the newest migration from another platform",
    body: MaintenanceInput,
    answers: { 200: FieldReport, 202: Started },
    errors: ["validation shopId"],
  },
});
