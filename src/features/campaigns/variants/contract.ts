import { defineRoutes } from "../../../kernel/route.ts";
import { Items } from "../../../kernel/schema.ts";
import { Campaign } from "../shapes.ts";
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
    summary: "Language variants of a campaign with their content",
    answers: { 200: Items(shapes.Variant) },
    errors: [notFound],
  },
  addVariant: {
    method: "POST",
    path: variantsPath,
    summary: "Add a language variant to a draft; what is not said of it is copied from the campaign",
    body: shapes.VariantInput,
    answers: { 201: shapes.Variant },
    errors: [...writeErrors, "conflict language", "conflict limit"],
  },
  setVariants: {
    method: "PUT",
    path: variantsPath,
    summary: "Replace the language variants of a draft; one that stays keeps what is not said of it",
    body: shapes.VariantsInput,
    answers: { 200: Items(shapes.Variant) },
    errors: ["validation variants", ...writeErrors],
  },
  previewVariants: {
    method: "POST",
    path: `${variantsPath}/preview`,
    risk: "read",
    summary: "How many recipients would get the campaign itself and how many each variant",
    answers: { 200: shapes.AudienceSplit },
    errors: ["validation audience", notFound],
  },
  approveVariants: {
    method: "POST",
    path: `${variantsPath}/approve`,
    risk: "irreversible",
    summary: "Send a draft with its variants, by one expected number of recipients for each",
    body: shapes.VariantsApproval,
    answers: { 200: Campaign },
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
      "count_mismatch expectedRecipients",
      "empty_segment audience",
    ],
  },
  pauseVariants: {
    method: "POST",
    path: `${variantsPath}/pause`,
    summary: "Stop some of the variants, or all with the campaign",
    body: shapes.VariantChoice,
    answers: { 200: Items(shapes.Variant) },
    errors: moveErrors,
  },
  resumeVariants: {
    method: "POST",
    path: `${variantsPath}/resume`,
    risk: "irreversible",
    summary: "Go on with some of the variants, or with all and the campaign",
    body: shapes.VariantChoice,
    answers: { 200: Items(shapes.Variant) },
    errors: moveErrors,
  },
  cancelVariants: {
    method: "POST",
    path: `${variantsPath}/cancel`,
    risk: "irreversible",
    summary: "End some of the variants, or all with the campaign",
    body: shapes.VariantChoice,
    answers: { 200: Items(shapes.Variant) },
    errors: moveErrors,
  },
});
