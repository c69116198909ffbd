import { expect, it } from "vitest";
import { anAutomation, paramsOf, setStatus, waitGraph } from "../../../tests/harness/factories/automations.ts";
import { aDraft } from "../../../tests/harness/factories/campaign-drafts.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aForm } from "../../../tests/harness/factories/forms.ts";
import { aVerifiedSender } from "../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../tests/harness/factories/templates.ts";
import { keepers } from "./dependents.ts";
import { referenceKinds, type ReferenceKind } from "./graph/config-field.ts";
import { automationStatuses } from "./shapes.ts";

type Refusal = Promise<{ status: number; message: string }>;

/** A node that names the object, and all ways to delete it; a kind without a way to is not listed. */
type Named = {
  readonly node: { readonly type: string; readonly config: Record<string, unknown> };
  readonly deletions: readonly (() => Refusal)[];
};

type Scenario = (test: TestCompany) => Promise<Named>;

const scenarios: Readonly<Record<ReferenceKind, Scenario | undefined>> = {
  list: async (test) => {
    const { api } = test;
    const [{ id }, other] = [await test.aList(), await test.aList()];
    const merge = { listIds: [id, other.id], name: `Merged ${id}`, deleteSources: true };
    return {
      node: { type: "list_added", config: { listIds: [id] } },
      deletions: [
        ...["list", "keep_used", "with_contacts"].map(
          (mode) => () => api.refused("deleteList", { params: { list_id: id }, query: { mode } }),
        ),
        () => api.refused("mergeLists", { body: merge }),
      ],
    };
  },
  segment: async ({ api, shopId }) => {
    const rules = [{ type: "field", field: "city", operator: "eq", value: "Brno" }];
    const definition = { type: "group", match: "all", rules };
    const body = { name: "Brno", shopId, refresh: "daily", definition };
    const { id } = await api.ok("createSegment", { body });
    return {
      node: { type: "segment_entered", config: { segmentId: id } },
      deletions: [() => api.refused("deleteSegment", { params: { segment: id } })],
    };
  },
  template: async (test) => {
    const { id } = await aTemplate(test);
    return {
      node: { type: "email", config: { templateId: id } },
      deletions: [() => test.api.refused("deleteTemplate", { params: { template_id: id } })],
    };
  },
  sender: async (test) => {
    const id = await aVerifiedSender(test, anEmail());
    return {
      node: { type: "email", config: { senderId: id } },
      deletions: [() => test.api.refused("deleteSender", { params: { sender_id: id } })],
    };
  },
  campaign: async (test) => {
    const { id } = await aDraft(test);
    return {
      node: { type: "email_opened", config: { campaignId: id } },
      deletions: [() => test.api.refused("deleteCampaign", { params: { campaign_id: id } })],
    };
  },
  automation: async (test) => {
    const { id } = await anAutomation(test, { graph: waitGraph });
    return {
      node: { type: "start_automation", config: { automationId: id } },
      deletions: [() => test.api.refused("deleteAutomation", { params: paramsOf({ id }) })],
    };
  },
  survey: async ({ api }) => {
    const questions = [{ type: "text", label: "Why?" }];
    const { id } = await api.ok("createSurvey", { body: { name: "Why", questions } });
    return {
      node: { type: "survey_answered", config: { surveyId: id } },
      deletions: [() => api.refused("deleteSurvey", { params: { survey_id: id } })],
    };
  },
  form: async (test) => {
    const { id } = await aForm(test);
    return {
      node: { type: "form_submitted", config: { formId: id } },
      deletions: [() => test.api.refused("deleteForm", { params: { form_id: id } })],
    };
  },
  coupon_stack: async ({ api }) => {
    const { id } = await api.ok("createCouponStack", { body: { name: "Spring", mergeKey: "spring" } });
    return {
      node: { type: "assign_coupon", config: { stackId: id } },
      deletions: [() => api.refused("deleteCouponStack", { params: { stack_id: id } })],
    };
  },
  member: undefined,
  custom_field: undefined,
};

it.each(referenceKinds.filter((kind) => keepers[kind] !== "none"))(
  "keeps the %s that an automation names, whatever its status is, until it names it no more",
  async (kind) => {
    const test = await company();
    const scenario = scenarios[kind];
    if (scenario === undefined) throw new Error(`no scenario for ${kind}`);
    const { node, deletions } = await scenario(test);
    const automation = await anAutomation(test, { graph: { nodes: [{ id: "n", ...node }], edges: [] } });
    const used = { status: 409, message: "used" };
    for (const status of automationStatuses) {
      if (keepers[kind] === "running" && status !== "active") continue;
      await setStatus(test, automation, status);
      for (const attempt of deletions) expect(await attempt()).toMatchObject(used);
    }
    await setStatus(test, automation, "draft");
    const body = { graph: { nodes: [], edges: [] }, baseVersion: 1 };
    await test.api.ok("saveAutomationGraph", { params: paramsOf(automation), body });
    // A version that is not the newest one keeps nothing.
    const [attempt] = deletions;
    await expect(attempt?.()).rejects.toThrow();
  },
);
