import { findAutomation } from "../../../features/automations/queries.ts";
import { findBrand } from "../../../features/account/shop-settings/queries.ts";
import { listMailers } from "../../../features/automations/reactions/mailers.ts";
import { effectsOfGraph } from "../../../features/automations/reactions/step-effects.ts";
import { findForm } from "../../../features/forms/queries.ts";
import { graphIn } from "../previews/graph-changes.ts";
import { objectIn } from "../previews/preview.ts";
import { byArgument, given, isAnyGiven, isSet, isTrue, nothing, type Decide, type Decisions } from "./effect.ts";

/** What e-mails show of the company and its shops while they are sent. */
const companyValues = [
  "name",
  "language",
  "phone",
  "street",
  "city",
  "postalCode",
  "country",
  "companyId",
  "vatId",
  "web",
] as const;
const shopValues = ["name", "url", "language", "country"] as const;

const opensGate: Decide = () => ({ change: { opensGate: true } });

/** Fields that decide who signs up by an active form, and what it sends to them. */
const sendingFields = ["status", "settings", "listIds", "purposeId", "shopId"] as const;

export const settingDecisions: Decisions = {
  updateCompany: async (ctx, { body }) => ({
    found: [
      ...(isAnyGiven(body, companyValues) ? await listMailers(ctx) : []),
      ...(given(body, "sendingEnabled", isTrue) ? [byArgument("sendingEnabled", "sends")] : []),
      // Notices about members of lists go there.
      ...(given(body, "email") ? [byArgument("email", "discloses")] : []),
    ],
  }),
  updateShop: async (ctx, { params, body }) => ({
    found: isAnyGiven(body, shopValues) ? await listMailers(ctx, String(params["shop_id"])) : [],
  }),
  updateShopSettings: async (ctx, { params, body }) => ({
    found: [
      ...(given(body, "senderName") ? await listMailers(ctx, String(params["shop_id"])) : []),
      ...(given(body, "replyTo", isSet) ? [byArgument("replyTo", "discloses")] : []),
    ],
  }),
  // E-mails show the logo; the rest of the brand is in pages, and is copied when an e-mail is edited.
  replaceShopBrand: async (ctx, { params, body }) => {
    const shopId = String(params["shop_id"]);
    const { logoUrl = null } = (await findBrand(ctx.db, shopId)) ?? {};
    const isSame = (objectIn(body)["logoUrl"] ?? null) === logoUrl;
    return { found: isSame ? [] : await listMailers(ctx, shopId) };
  },
  updateConsentSettings: (ctx, input) =>
    given(input.body, "customerException", isTrue) || given(input.body, "customerExceptionDays")
      ? opensGate(ctx, input)
      : nothing,
  setSendingDefaults: (ctx, input) => (given(input.body, "frequencyCap") ? opensGate(ctx, input) : nothing),
  updateSender: async (ctx, { body }) => ({
    found: [
      ...(given(body, "name") ? await listMailers(ctx) : []),
      ...(given(body, "email") ? [byArgument("email", "sends")] : []),
      ...(given(body, "replyTo", isSet) ? [byArgument("replyTo", "discloses")] : []),
    ],
  }),
  updateAccountWebhook: (_, { body }) => ({
    found: [
      ...(["url", "event", "basicAuth"] as const).filter((argument) => given(body, argument)),
      ...(given(body, "active", isTrue) ? ["active"] : []),
    ].map((argument) => byArgument(argument, "discloses")),
  }),
  updateWebhookEndpoint: (_, { body }) => ({
    found: [
      ...(["url", "events"] as const).filter((argument) => given(body, argument)),
      ...(given(body, "active", isTrue) ? ["active"] : []),
    ].map((argument) => byArgument(argument, "discloses")),
  }),
  createForm: (_, { body }) => ({
    found: objectIn(body)["status"] === "inactive" ? [] : [byArgument("status", "sends")],
  }),
  updateForm: async ({ db }, { params, body }) => {
    const form = await findForm(db, String(params["form_id"]));
    const status = objectIn(body)["status"] ?? (form?.isActive === true ? "active" : "inactive");
    if (form === undefined || status !== "active") return nothing;
    return {
      found: sendingFields.filter((argument) => given(body, argument)).map((argument) => byArgument(argument, "sends")),
    };
  },
  setWelcome: (_, { body }) => ({ found: given(body, "enabled", isTrue) ? [byArgument("enabled", "sends")] : [] }),
  saveAutomationGraph: async ({ db }, { params, body }) => {
    const automation = await findAutomation(db, String(params["automation_id"]));
    if (automation?.status !== "active") return nothing;
    const { id, name } = automation;
    const effects = effectsOfGraph(graphIn(body));
    return { found: effects.length === 0 ? [] : [{ by: "automation", id, name, effects }] };
  },
};
