import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { campaignApprovalRoutes } from "./contract.ts";
import * as approvals from "./service.ts";

export const approvalHandlers: HandlersOf<Context, typeof campaignApprovalRoutes.records> = {
  requestCampaignApproval: (ctx, { params, body }) => approvals.requestApproval(ctx, params.campaign_id, body),
  listCampaignApprovals: (ctx, { query }) => approvals.listApprovals(ctx, query),
  getCampaignApproval: (ctx, { params }) => approvals.getApproval(ctx, params.approval_id),
  approveCampaignRequest: (ctx, { params, body }) =>
    approvals.decideApproval(ctx, params.approval_id, { state: "approved", comment: body.comment ?? "" }),
  returnCampaignRequest: (ctx, { params, body }) =>
    approvals.decideApproval(ctx, params.approval_id, { state: "returned", comment: body.comment }),
};
