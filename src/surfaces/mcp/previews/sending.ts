import { countOf, itemsOf, objectIn, ofObject, picked, type Previewer, type Previewers } from "./preview.ts";

const campaignFields = ["name", "subject", "status", "timing", "plannedAt"] as const;

const approval =
  (isWithVariants: boolean): Previewer =>
  async (read, { params, body }) => {
    const [campaign, check] = await Promise.all([read("getCampaign", { params }), read("checkCampaign", { params })]);
    const { recipients, matched } = objectIn(check["audience"]);
    const { timing, plannedAt } = { ...campaign, ...objectIn(body) };
    const shown = {
      ...picked(campaign, ["name", "subject", "status", "languages"]),
      timing,
      plannedAt: plannedAt ?? null,
      sender: objectIn(campaign["sender"])["email"] ?? null,
      recipients,
      matched,
      leftOut: objectIn(check["audience"])["leftOut"],
      variants: isWithVariants ? itemsOf(await read("listVariants", { params })).length : 1,
      ready: check["ready"],
    };
    return {
      shown,
      warnings: [
        "Messages that were sent cannot be called back.",
        ...(check["ready"] === true ? [] : ["The check of the campaign found problems: see checkCampaign."]),
      ],
      state: {
        ...picked(campaign, ["version", "status", "subject", "senderId", "updatedAt"]),
        timing,
        plannedAt,
        recipients,
      },
      drifting: ["recipients"],
    };
  };

/** Pausing, resuming and cancelling concern the messages that wait. */
const ofProgress =
  (warnings: readonly string[]): Previewer =>
  async (read, { params }) => {
    const campaign = await read("getCampaign", { params });
    const { waiting, sent, unknown } = objectIn(campaign["progress"]);
    const shown = { ...picked(campaign, campaignFields), waiting, sent, unknown };
    return { shown, warnings, state: { status: campaign["status"], waiting }, drifting: ["waiting"] };
  };

export const sendingPreviews: Previewers = {
  deleteCampaign: ofObject("getCampaign", [...campaignFields, "languages"], { campaigns: 1 }),
  approveCampaign: approval(false),
  approveVariants: approval(true),
  resumeCampaign: ofProgress(["The waiting messages are sent."]),
  resumeVariants: ofProgress(["The waiting messages are sent."]),
  cancelCampaign: ofProgress(["The waiting messages are never sent."]),
  cancelVariants: ofProgress(["The waiting messages are never sent."]),
  decideUnknown: async (read, { params, body }) => {
    const campaign = await read("getCampaign", { params });
    const { decision } = objectIn(body);
    const { unknown } = objectIn(campaign["progress"]);
    return {
      shown: { name: campaign["name"], messages: unknown, decision },
      warnings: decision === "send_again" ? ["People who already got the message get it twice."] : [],
    };
  },
  deleteAutomation: ofObject("getAutomation", ["name", "status", "entered", "active", "sent"], { automations: 1 }),
  activateAutomation: async (read, { params }) => {
    const automation = await read("getAutomation", { params });
    const issues = countOf(automation["issues"]);
    const { nodes, edges } = objectIn(automation["graph"]);
    return {
      shown: {
        ...picked(automation, ["name", "status", "transactional", "entered", "active", "version"]),
        nodes: countOf(nodes),
        edges: countOf(edges),
        issues,
      },
      warnings: ["From now on the automation writes to contacts that enter it."],
      state: { ...picked(automation, ["version", "status", "transactional"]), issues },
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
      state: { version: counts["version"], given: given ?? null },
    };
  },
  addAutomationContacts: async (read, { params, body }) => {
    const automation = await read("getAutomation", { params });
    const contacts = countOf(objectIn(body)["contactIds"]);
    return {
      shown: { contacts, ...picked(automation, ["name", "status", "version"]) },
      state: { contacts, ...picked(automation, ["version", "status"]) },
    };
  },
};
