import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Id, OneOf, Page, pageQuery, pageQueryWithoutSearch } from "../../kernel/schema.ts";
import { UnknownAnswer } from "../delivery/unknown-shapes.ts";
import { LabelBulk, LabelBulkAnswer } from "../labels/shapes.ts";
import { AudienceSizeRequest, AudienceSize } from "./audience/shapes.ts";
import { CampaignCheck } from "./check/shapes.ts";
import { CampaignHistoryEntry } from "./history/shapes.ts";
import * as shapes from "./shapes.ts";
import { campaignStatuses } from "./transitions.ts";

export const campaignSorts = [
  "id",
  "name",
  "status",
  "subject",
  "createdAt",
  "updatedAt",
  "plannedAt",
  "startedAt",
  "recipients",
] as const;

const campaignPath = "/campaigns/{campaign_id}";
const notFound = "not_found campaign";
const settingErrors = [
  "validation name",
  "validation shopId",
  "validation senderId",
  "validation templateId",
  "validation audience",
  "validation headers.0.name",
  "validation timing",
  "validation plannedAt",
  "validation replyTo",
  "validation preferTime",
  "validation unsubscribePageId",
  "validation footerId",
] as const;

export const campaignRoutes = defineRoutes("Campaigns", "campaigns", {
  listCampaigns: {
    method: "GET",
    path: "/campaigns",
    mcp: { core: "campaigns_list" },
    summary: "Campaigns with their recipients and results, filtered, sorted and paged",
    query: pageQuery(campaignSorts, {
      shop: Type.Optional(Id),
      tag: shapes.tagFilter,
      status: Type.Optional(OneOf(campaignStatuses)),
    }),
    answers: { 200: Page(shapes.CampaignRow) },
    errors: ["validation q", "validation sort", "validation tag", "validation status"],
  },
  createCampaign: {
    method: "POST",
    path: "/campaigns",
    mcp: { core: "campaigns_create" },
    summary: "Add a draft: empty, or with the content, texts, footer and unsubscribe page of a template",
    body: shapes.CampaignInput,
    answers: { 201: shapes.Campaign },
    errors: settingErrors,
  },
  measureAudience: {
    method: "POST",
    path: "/campaigns/audience",
    mcp: { core: "campaigns_count_audience" },
    level: "read",
    risk: "read",
    summary: "Count the contacts that an audience matches, the recipients among them, and the others by skip reason",
    body: AudienceSizeRequest,
    answers: { 200: AudienceSize },
    errors: ["validation audience", "validation anyShop", "validation shopId", "validation senderId"],
  },
  tagCampaigns: {
    method: "POST",
    path: "/campaigns/tags",
    mcp: "catalog",
    summary: "Add and remove tags of campaigns",
    body: LabelBulk,
    answers: { 200: LabelBulkAnswer },
    errors: ["validation ids", "validation tags"],
  },
  getCampaign: {
    method: "GET",
    path: campaignPath,
    mcp: { core: "campaigns_get" },
    summary: "One campaign with its progress",
    answers: { 200: shapes.Campaign },
    errors: [notFound],
  },
  updateCampaign: {
    method: "PATCH",
    path: campaignPath,
    mcp: { core: "campaigns_update" },
    summary: "Update a draft; setting another template copies its content",
    body: shapes.CampaignChange,
    answers: { 200: shapes.Campaign },
    errors: [...settingErrors, notFound, "conflict status"],
  },
  deleteCampaign: {
    method: "DELETE",
    path: campaignPath,
    mcp: "catalog",
    summary: "Delete a draft with its variants and versions",
    answers: { 204: null },
    errors: [notFound, "conflict status", "conflict used"],
  },
  approveCampaign: {
    method: "POST",
    path: `${campaignPath}/approve`,
    mcp: { core: "campaigns_approve" },
    risk: "irreversible",
    summary: "Approve a draft with its variants: send now, or at a time from 5 minutes to 365 days ahead",
    body: shapes.Approval,
    answers: { 200: shapes.ApprovedCampaign },
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
      "conflict content",
      "conflict recipients",
      "conflict authentication",
      "empty_segment audience",
      "rate_limited template",
    ],
  },
  checkCampaign: {
    method: "POST",
    path: `${campaignPath}/check`,
    mcp: "catalog",
    level: "read",
    risk: "read",
    summary:
      "What to know before the approval: recipients, authentication, spam verdict, size on the wire, issues, dead links and " +
      "the end of the warm-up",
    answers: { 200: CampaignCheck },
    errors: ["validation audience", notFound],
  },
  listCampaignHistory: {
    method: "GET",
    path: `${campaignPath}/history`,
    mcp: "catalog",
    summary: "What members, keys and assistants did to the campaign, newest first",
    query: pageQueryWithoutSearch(["at"]),
    answers: { 200: Page(CampaignHistoryEntry) },
    errors: [notFound],
  },
  copyCampaign: {
    method: "POST",
    path: `${campaignPath}/copy`,
    mcp: "catalog",
    summary: "Copy a campaign of any status with its content, variants and tags as a draft without a time",
    body: shapes.CampaignCopyInput,
    answers: { 201: shapes.Campaign },
    errors: ["validation name", notFound],
  },
  returnCampaignToDraft: {
    method: "POST",
    path: `${campaignPath}/draft`,
    mcp: "catalog",
    summary: "Make a cancelled campaign a draft again; only while none of its messages was sent",
    answers: { 200: shapes.Campaign },
    errors: [notFound, "conflict status"],
  },
  pauseCampaign: {
    method: "POST",
    path: `${campaignPath}/pause`,
    mcp: "catalog",
    summary: "Pause a sending or scheduled campaign with its variants",
    answers: { 200: shapes.Campaign },
    errors: [notFound, "conflict status"],
  },
  resumeCampaign: {
    method: "POST",
    path: `${campaignPath}/resume`,
    mcp: "catalog",
    risk: "irreversible",
    summary:
      "Resume a paused campaign: schedule it when its planned time is ahead, otherwise send the remaining messages",
    answers: { 200: shapes.Campaign },
    errors: [notFound, "conflict status"],
  },
  cancelCampaign: {
    method: "POST",
    path: `${campaignPath}/cancel`,
    mcp: "catalog",
    risk: "irreversible",
    summary: "Cancel a paused or scheduled campaign with its variants; queued messages are not sent",
    answers: { 200: shapes.Campaign },
    errors: [notFound, "conflict status"],
  },
  decideUnknown: {
    method: "POST",
    path: `${campaignPath}/unknown`,
    mcp: "catalog",
    risk: "irreversible",
    summary: "Resolve messages with an unknown outcome: mark all as sent, or send all again",
    body: shapes.UnknownDecision,
    answers: { 200: UnknownAnswer },
    errors: ["validation decision", notFound, "conflict status"],
  },
});
