import { findAutomation } from "../../../features/automations/queries.ts";
import { listMailingAutomations } from "../../../features/automations/reactions/reactions.ts";
import { effectsOfGraph } from "../../../features/automations/reactions/step-effects.ts";
import { listContentUses, type ContentUse } from "../../../features/content/uses/queries.ts";
import { findForm } from "../../../features/forms/queries.ts";
import { isJson, type Json } from "../arguments.ts";
import { objectIn } from "../previews/preview.ts";
import { byArgument, nothing, type Decide, type Decisions, type FoundEffect } from "./effect.ts";

/** Arguments that have the effect whatever else is set; `isSuch` tells whether a given value has it. */
const given = (body: unknown, argument: string, isSuch: (value: unknown) => boolean = () => true): boolean => {
  const value = objectIn(body)[argument];
  return value !== undefined && isSuch(value);
};
const isTrue = (value: unknown): boolean => value === true;
const isSet = (value: unknown): boolean => value !== null && value !== "";

/** Active automations and forms that send the template. */
const usersOfTemplate =
  (kinds: readonly ContentUse["kind"][]): Decide =>
  async ({ db }, { params }) => {
    const uses = await listContentUses(db, { kind: "template", id: String(params["template_id"]) });
    const active = uses.filter((use) => use.active && kinds.includes(use.kind));
    return {
      found: active.map(({ kind, id }): FoundEffect => ({
        by: kind === "form" ? "form" : "automation",
        id,
        effects: ["sends"],
      })),
    };
  };

/** The footer is in the e-mails of every automation that uses it or the default; campaigns keep that of their approval. */
const footer: Decide = async (ctx) => ({ found: await listMailingAutomations(ctx) });

const opensGate: Decide = () => ({ change: { opensGate: true } });

/** Fields that decide who signs up by an active form, and what it sends to them. */
const sendingFields = ["status", "settings", "listIds", "purposeId", "shopId"] as const;

/** Without a graph that can be read, the operation refuses. */
const graphOf = (body: unknown): { readonly nodes: { id: string; type: string; config: Json }[] } => {
  const { nodes } = objectIn(objectIn(body)["graph"]);
  const all = Array.isArray(nodes) ? nodes.filter(isJson) : [];
  return {
    nodes: all.map(({ id, type, config }) => ({ id: String(id), type: String(type), config: objectIn(config) })),
  };
};

export const settingDecisions: Decisions = {
  updateCompany: (_, { body }) => ({
    found: [
      ...(given(body, "sendingEnabled", isTrue) ? [byArgument("sendingEnabled", "sends")] : []),
      // Notices about members of lists go there.
      ...(given(body, "email") ? [byArgument("email", "discloses")] : []),
    ],
  }),
  updateShopSettings: (_, { body }) => ({
    found: given(body, "replyTo", isSet) ? [byArgument("replyTo", "discloses")] : [],
  }),
  updateConsentSettings: (ctx, input) =>
    given(input.body, "customerException", isTrue) || given(input.body, "customerExceptionDays")
      ? opensGate(ctx, input)
      : nothing,
  setSendingDefaults: (ctx, input) => (given(input.body, "frequencyCap") ? opensGate(ctx, input) : nothing),
  updateSender: (_, { body }) => ({
    found: [
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
    const effects = effectsOfGraph(graphOf(body));
    return { found: effects.length === 0 ? [] : [{ by: "automation", id, name, effects }] };
  },
  publishTemplate: usersOfTemplate(["automation", "form"]),
  // What an active automation sends changes only when it is published.
  saveTemplateContent: usersOfTemplate(["form"]),
  convertTemplate: usersOfTemplate(["form"]),
  publishFooter: footer,
  makeFooterDefault: footer,
  unmakeFooterDefault: footer,
};
