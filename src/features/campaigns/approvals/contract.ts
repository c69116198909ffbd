import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Id, OneOf, Page, pageQuery } from "../../../kernel/schema.ts";
import * as shapes from "./shapes.ts";

const path = "/campaign-approvals/{approval_id}";
const notFound = "not_found campaign_approval";
const decisionErrors = [notFound, "forbidden requester", "conflict status"] as const;

/** A second member looks at a campaign before it is sent. Sending stays an operation of its own. */
export const campaignApprovalRoutes = defineRoutes("Campaigns", "campaigns", {
  requestCampaignApproval: {
    method: "POST",
    path: "/campaigns/{campaign_id}/approvals",
    mcp: "catalog",
    effect: "internal",
    summary: "Ask the other members who may send campaigns to approve a draft; they are notified",
    body: shapes.ApprovalRequestInput,
    answers: { 201: shapes.CampaignApproval },
    errors: [
      "validation comment",
      "validation senderId",
      "validation subject",
      "validation content",
      "validation audience",
      "not_found campaign",
      "conflict status",
      "conflict requested",
      "conflict approvers",
      "empty_segment audience",
    ],
  },
  listCampaignApprovals: {
    method: "GET",
    path: "/campaign-approvals",
    mcp: "catalog",
    summary: "Requests to approve campaigns and what became of them, newest first",
    query: Type.Omit(
      pageQuery(["requestedAt"], {
        state: Type.Optional(OneOf(shapes.approvalStates)),
        campaign: Type.Optional(Id),
      }),
      ["q", "sort"],
    ),
    answers: { 200: Page(shapes.CampaignApproval) },
    errors: ["validation state", "validation campaign"],
  },
  getCampaignApproval: {
    method: "GET",
    path,
    mcp: "catalog",
    summary: "A request to approve a campaign",
    answers: { 200: shapes.CampaignApproval },
    errors: [notFound],
  },
  approveCampaignRequest: {
    method: "POST",
    path: `${path}/approve`,
    access: "member",
    mcp: "never",
    effect: "internal",
    summary: "Approve the campaign as it was when another member requested it, so that it can be sent",
    body: shapes.ApprovalInput,
    answers: { 200: shapes.CampaignApproval },
    errors: ["validation comment", ...decisionErrors],
  },
  returnCampaignRequest: {
    method: "POST",
    path: `${path}/return`,
    access: "member",
    mcp: "never",
    effect: "internal",
    summary: "Return the campaign with a comment to the member that requested the approval",
    body: shapes.ApprovalReturnInput,
    answers: { 200: shapes.CampaignApproval },
    errors: ["validation comment", ...decisionErrors],
  },
});
