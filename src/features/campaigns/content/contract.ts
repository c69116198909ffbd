import { defineRoutes } from "../../../kernel/route.ts";
import { Page, pageQueryWithoutSearch } from "../../../kernel/schema.ts";
import { testEmailErrors, TestEmailAnswer } from "../../content/test-emails/shapes.ts";
import { Content, ContentWrite, SavedContent, Version, VersionRow } from "../../content/versions/shapes.ts";
import { CampaignTestInput, Preview, PreviewInput } from "../shapes.ts";

const campaignPath = "/campaigns/{campaign_id}";
const notFound = "not_found campaign";

export const campaignContentRoutes = defineRoutes("Campaigns", "campaigns", {
  getCampaignContent: {
    method: "GET",
    path: `${campaignPath}/content`,
    mcp: "catalog",
    summary: "Content of a campaign, or of a language variant by its id",
    answers: { 200: Content },
    errors: [notFound],
  },
  saveCampaignContent: {
    method: "PUT",
    path: `${campaignPath}/content`,
    mcp: { core: "campaigns_set_content" },
    effect: "internal",
    summary: "Save content of a draft as a new version",
    body: ContentWrite,
    answers: { 200: SavedContent },
    errors: [
      "validation html",
      "validation mjml",
      "validation blocks",
      "validation kind",
      "validation baseVersion",
      notFound,
      "conflict status",
      "conflict version",
      "rate_limited template",
    ],
  },
  listCampaignVersions: {
    method: "GET",
    path: `${campaignPath}/versions`,
    mcp: "catalog",
    summary: "Saved versions of a campaign's content, newest first",
    query: pageQueryWithoutSearch(["id"]),
    answers: { 200: Page(VersionRow) },
    errors: [notFound],
  },
  getCampaignVersion: {
    method: "GET",
    path: `${campaignPath}/versions/{version_id}`,
    mcp: "catalog",
    summary: "One saved version; saving its content again restores it",
    answers: { 200: Version },
    errors: [notFound, "not_found version"],
  },
  previewCampaign: {
    method: "POST",
    path: `${campaignPath}/preview`,
    mcp: "catalog",
    risk: "read",
    summary: "Preview the e-mail for a contact: the variant of their language, with their values",
    body: PreviewInput,
    answers: { 200: Preview },
    errors: ["validation contactId", "validation html", notFound, "rate_limited template"],
  },
  testCampaign: {
    method: "POST",
    path: `${campaignPath}/test`,
    mcp: { core: "campaigns_send_test" },
    effect: "sends",
    summary:
      "Send what the editor shows to test addresses, to all of them when none are named; at most 10 e-mails of a campaign in 24 hours, and per company and day at most as the operator allows",
    body: CampaignTestInput,
    answers: { 202: TestEmailAnswer },
    errors: [...testEmailErrors, "validation language", notFound],
  },
});
