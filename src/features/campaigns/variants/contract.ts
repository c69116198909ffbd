import { defineRoutes } from "../../../kernel/route.ts";
import { Items } from "../../../kernel/schema.ts";
import { ApprovedCampaign } from "../shapes.ts";
import * as shapes from "./shapes.ts";

const variantsPath = "/campaigns/{campaign_id}/variants";
const notFound = "not_found campaign";
const writeErrors = [
  "validation language",
  "validation senderId",
  "validation html",
  "validation mjml",
  "validation blocks",
  notFound,
  "conflict status",
] as const;
const moveErrors = ["validation language", "validation languages", notFound, "conflict status"] as const;

export const variantRoutes = defineRoutes("Campaigns", "campaigns", {
  listVariants: {
    method: "GET",
    path: variantsPath,
    mcp: "catalog",
    summary: "Language variants of a campaign with their content",
    answers: { 200: Items(shapes.Variant) },
    errors: [notFound],
  },
  addVariant: {
    method: "POST",
    path: variantsPath,
    mcp: "catalog",
    summary: "Add a language variant to a draft; missing fields are copied from the campaign",
    body: shapes.VariantInput,
    answers: { 201: shapes.Variant },
    errors: [...writeErrors, "conflict language", "conflict limit"],
  },
  setVariants: {
    method: "PUT",
    path: variantsPath,
    mcp: "catalog",
    summary: "Replace the language variants of a draft; existing ones keep fields that are not given",
    body: shapes.VariantsInput,
    answers: { 200: Items(shapes.Variant) },
    errors: ["validation variants", ...writeErrors],
  },
  previewVariants: {
    method: "POST",
    path: `${variantsPath}/preview`,
    mcp: "catalog",
    risk: "read",
    summary: "Count the recipients of the campaign itself and of each variant",
    answers: { 200: shapes.AudienceSplit },
    errors: ["validation audience", notFound],
  },
  approveVariants: {
    method: "POST",
    path: `${variantsPath}/approve`,
    mcp: "catalog",
    risk: "irreversible",
    summary: "Approve a draft with its variants, with the expected number of recipients of each",
    body: shapes.VariantsApproval,
    answers: { 200: ApprovedCampaign },
    errors: [
      "validation expectedRecipients",
      "validation timing",
      "validation plannedAt",
      "validation senderId",
      "validation subject",
      "validation content",
      "validation audience",
      notFound,
      "conflict status",
      "conflict version",
      "conflict authentication",
      "conflict content",
      "count_mismatch expectedRecipients",
      "empty_segment audience",
    ],
  },
  pauseVariants: {
    method: "POST",
    path: `${variantsPath}/pause`,
    mcp: "catalog",
    summary: "Pause some of the variants, or all with the campaign",
    body: shapes.VariantChoice,
    answers: { 200: Items(shapes.Variant) },
    errors: moveErrors,
  },
  resumeVariants: {
    method: "POST",
    path: `${variantsPath}/resume`,
    mcp: "catalog",
    risk: "irreversible",
    summary: "Resume some of the variants, or all with the campaign",
    body: shapes.VariantChoice,
    answers: { 200: Items(shapes.Variant) },
    errors: moveErrors,
  },
  cancelVariants: {
    method: "POST",
    path: `${variantsPath}/cancel`,
    mcp: "catalog",
    risk: "irreversible",
    summary: "Cancel some of the variants, or all with the campaign",
    body: shapes.VariantChoice,
    answers: { 200: Items(shapes.Variant) },
    errors: moveErrors,
  },
});
