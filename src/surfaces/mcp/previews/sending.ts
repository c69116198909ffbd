import { hasDrifted } from "../../../features/campaigns/lifecycle/drift.ts";
import type { Json } from "../arguments.ts";
import { graphChanges, graphIn } from "./graph-changes.ts";
import { listEmailNodes, readTemplateStates } from "./email-templates.ts";
import {
  countItems,
  readItems,
  objectIn,
  ofObject,
  picked,
  type Preview,
  type Previewer,
  type Previewers,
} from "./preview.ts";

const campaignFields = ["name", "subject", "status", "timing", "plannedAt"] as const;

const approval =
  (isWithVariants: boolean): Previewer =>
  async (read, { params, body }) => {
    const [campaign, variants, check] = await Promise.all([
      read("getCampaign", { params }),
      read("listVariants", { params }),
      read("checkCampaign", { params }),
    ]);
    const { recipients, matched, customersWithoutConsent } = objectIn(check["audience"]);
    const { timing, plannedAt } = { ...campaign, ...objectIn(body) };
    const { expectedRecipients } = objectIn(body);
    const actualRecipients = describeRecipients(check, isWithVariants);
    const differs = differsFrom(actualRecipients, expectedRecipients);
    const shown = {
      ...picked(campaign, ["name", "subject", "status", "languages"]),
      timing,
      plannedAt: plannedAt ?? null,
      sender: objectIn(campaign["sender"])["email"] ?? null,
      recipients,
      expectedRecipients: expectedRecipients ?? null,
      customersWithoutConsent,
      matched,
      leftOut: objectIn(check["audience"])["leftOut"],
      variants: 1 + countItems(campaign["languages"]),
      ...(isWithVariants ? { recipientsByLanguage: await read("previewVariants", { params }) } : {}),
      ready: check["ready"],
    };
    return {
      shown,
      warnings: [
        "Messages that were sent cannot be called back.",
        ...(differs ? ["The call expects another number of recipients: the approval would be refused."] : []),
        ...(Number(customersWithoutConsent) > 0
          ? [
              `Recipients that never consented, customers mailed by legitimate interest: ${Number(customersWithoutConsent)}.`,
            ]
          : []),
        ...(check["ready"] === true ? [] : ["The check of the campaign found problems: see checkCampaign."]),
      ],
      state: {
        ...picked(campaign, ["version", "status", "subject", "senderId", "updatedAt"]),
        variants: readItems(variants).map((variant) => ({
          ...picked(variant, ["language", "subject", "preheader", "senderId"]),
          version: objectIn(variant["content"])["version"],
        })),
        timing,
        plannedAt,
        recipients,
        customersWithoutConsent,
      },
      drifting: ["recipients", "customersWithoutConsent"],
      correction: actualRecipients,
    };
  };

/** The number of recipients, or those of the campaign's own e-mail and of each variant. */
function describeRecipients(check: Json, isWithVariants: boolean): unknown {
  if (!isWithVariants) return objectIn(check["audience"])["recipients"];
  const variants = readItems({ items: check["variants"] });
  return Object.fromEntries(variants.map(({ language, recipients }) => [language ?? "main", recipients]));
}

/** The values differ by more than the approval allows. */
function differsFrom(actual: unknown, expected: unknown): boolean {
  if (typeof actual === "number" && typeof expected === "number") return hasDrifted(expected, actual);
  const [known, named] = [objectIn(actual), objectIn(expected)];
  return Object.keys({ ...known, ...named }).some((key) => {
    const [before, now] = [named[key], known[key]];
    return typeof before !== "number" || typeof now !== "number" || hasDrifted(before, now);
  });
}

/** Resuming and cancelling concern the messages that wait and, before they are written, all recipients. */
const ofProgress =
  (warnings: readonly string[]): Previewer =>
  async (read, { params }) => {
    const campaign = await read("getCampaign", { params });
    const { recipients, waiting, sent, unknown } = objectIn(campaign["progress"]);
    const shown = { ...picked(campaign, campaignFields), recipients, waiting, sent, unknown };
    return { shown, warnings, state: { status: campaign["status"], waiting }, drifting: ["waiting"] };
  };

/** The same for the chosen variants; all of them when none is named. */
const ofVariants =
  (warnings: readonly string[]): Previewer =>
  async (read, { params, body }) => {
    const [campaign, variants] = await Promise.all([read("getCampaign", { params }), read("listVariants", { params })]);
    const { language, languages } = objectIn(body);
    const chosen: unknown[] = [language, languages].flat().filter((one) => one !== undefined);
    const all: Json[] = [
      { language: "main", status: campaign["mainStatus"] },
      ...readItems(variants).map((variant) => picked(variant, ["language", "status", "recipients"])),
    ];
    const affected = all.filter((variant) => chosen.length === 0 || chosen.includes(variant["language"]));
    const { waiting, sent } = objectIn(campaign["progress"]);
    return {
      shown: { name: campaign["name"], variants: affected.length, affected, waiting, sent },
      warnings,
      state: { affected, waiting },
      drifting: ["waiting"],
    };
  };

/** Named contacts get at most as many messages as there are contacts, those of an automation with several nodes more. */
const ofDecision = (owner: Json, messages: unknown, { contactIds, ...choice }: Json): Preview => ({
  shown: {
    name: owner["name"],
    messages,
    ...choice,
    ...(Array.isArray(contactIds) ? { contacts: contactIds.length } : {}),
  },
  warnings: choice["decision"] === "send_again" ? ["People who already got the message get it twice."] : [],
});

const graphNumbers = (automation: Json): Json => ({
  nodes: countItems(objectIn(automation["graph"])["nodes"]),
  emails: listEmailNodes(automation).length,
});

export const sendingPreviews: Previewers = {
  deleteCampaign: ofObject("getCampaign", [...campaignFields, "languages"], { campaigns: 1 }),
  approveCampaign: approval(false),
  approveVariants: approval(true),
  resumeCampaign: ofProgress(["The waiting messages are sent."]),
  resumeVariants: ofVariants(["The waiting messages are sent."]),
  cancelCampaign: ofProgress(["The waiting messages are never sent."]),
  cancelVariants: ofVariants(["The waiting messages are never sent."]),
  decideUnknown: async (read, { params, body }) => {
    const campaign = await read("getCampaign", { params });
    const { unknown } = objectIn(campaign["progress"]);
    return ofDecision(campaign, unknown, objectIn(body));
  },
  decideAutomationUnknown: async (read, { params, body }) => {
    const { node, ...choice } = objectIn(body);
    const query = node === undefined ? {} : { node };
    const [automation, emails] = await Promise.all([
      read("getAutomation", { params }),
      read("listAutomationUnknown", { params, query }),
    ]);
    return ofDecision(automation, emails["total"], { node: node ?? null, ...choice });
  },
  decideFormUnknown: async (read, { params, body }) => {
    const { kind, ...choice } = objectIn(body);
    const query = kind === undefined ? {} : { kind };
    const [form, emails] = await Promise.all([read("getForm", { params }), read("listFormUnknown", { params, query })]);
    return ofDecision(form, emails["total"], { kind: kind ?? null, ...choice });
  },
  saveAutomationGraph: async (read, { params, body }) => {
    const automation = await read("getAutomation", { params });
    return {
      shown: {
        ...picked(automation, ["name", "status", "version"]),
        contactsInside: automation["active"],
        changes: graphChanges(graphIn(automation), graphIn(body)),
      },
      state: picked(automation, ["version", "status"]),
    };
  },
  deleteAutomation: ofObject("getAutomation", ["name", "status", "entered", "active", "sent"], { automations: 1 }),
  activateAutomation: async (read, { params }) => {
    const automation = await read("getAutomation", { params });
    const issues = countItems(automation["issues"]);
    const templates = await readTemplateStates(read, automation);
    return {
      shown: {
        ...picked(automation, ["name", "status", "transactional", "entered", "version"]),
        contactsInside: automation["active"],
        ...graphNumbers(automation),
        issues,
      },
      warnings: [
        "From now on the automation writes to contacts that enter it; those inside go on.",
        ...(issues === 0 ? [] : ["It cannot be activated: see its issues."]),
      ],
      state: { ...picked(automation, ["version", "status", "transactional"]), issues, templates },
    };
  },
  releaseNode: async (read, { params, body }) => {
    const counts = await read("getAutomationCounts", { params: { automation_id: params["automation_id"] } });
    const node = objectIn(objectIn(counts["nodes"])[String(params["key"])]);
    const given = objectIn(body)["contactIds"];
    return {
      shown: {
        contacts: Array.isArray(given) ? given.length : (node["waiting"] ?? null),
        node: params["key"],
        counts: node,
      },
      warnings: ["The contacts go on at once; the next steps may write to them."],
      state: { version: counts["version"], given: given ?? null, waiting: node["waiting"] ?? null },
      drifting: ["waiting"],
    };
  },
  addAutomationContacts: async (read, { params, body }) => {
    const automation = await read("getAutomation", { params });
    const contacts = countItems(objectIn(body)["contactIds"]);
    const templates = await readTemplateStates(read, automation);
    return {
      shown: { contacts, ...picked(automation, ["name", "status", "version"]), ...graphNumbers(automation) },
      warnings: ["The automation may write to each of the contacts."],
      state: { contacts, ...picked(automation, ["version", "status"]), templates },
    };
  },
};
