import { campaignHooks } from "../campaigns/campaign-hooks.ts";
import { contactHooks } from "../contacts/contact-hooks.ts";
import { couponStackHooks } from "../coupons/coupon-stack-hooks.ts";
import { formHooks } from "../forms/form-hooks.ts";
import { listHooks } from "../lists/list-hooks.ts";
import { surveyHooks } from "../pages/surveys/survey-hooks.ts";
import { segmentHooks } from "../segments/segment-hooks.ts";
import { sendingDomainHooks } from "../sending/domains/sending-domain-hooks.ts";
import { senderHooks } from "../sending/senders/sender-hooks.ts";
import { findUsers } from "./dependents.ts";
import { listAutomationsUsingDomain, listAutomationsUsingLists } from "./dependents.queries.ts";
import { endRunsOfDeletedLists } from "./engine/exits.ts";
import { markRunsErased, redactGraphs } from "./erasure.queries.ts";
import {
  deleteCalls,
  deleteCartsOfContacts,
  deleteSegmentMembersSeen,
  stopRuns,
  subtractFromCounts,
} from "./hooks.sql.ts";

export const hooks = [
  contactHooks.implement({
    onErase: async ({ db }, { id, email }) => {
      await markRunsErased(db, id);
      await redactGraphs(db, email);
    },
    onDelete: (tenantId, at) => [
      // Counted while they still run.
      subtractFromCounts(tenantId),
      stopRuns(tenantId, at),
      deleteSegmentMembersSeen(tenantId),
      deleteCartsOfContacts(tenantId),
      deleteCalls(tenantId),
    ],
  }),
  listHooks.implement({
    dependents: ({ db }, listIds) => listAutomationsUsingLists(db, listIds),
    onDeleted: ({ db, clock }, listIds) => endRunsOfDeletedLists(db, listIds, clock.now()),
  }),
  segmentHooks.implement({ dependents: (ctx, id) => findUsers(ctx, "segment", id) }),
  couponStackHooks.implement({ dependents: (ctx, id) => findUsers(ctx, "coupon_stack", id) }),
  senderHooks.implement({ dependents: (ctx, id) => findUsers(ctx, "sender", id) }),
  sendingDomainHooks.implement({ dependents: ({ db }, domain) => listAutomationsUsingDomain(db, domain) }),
  formHooks.implement({ dependents: (ctx, id) => findUsers(ctx, "form", id) }),
  surveyHooks.implement({ dependents: (ctx, id) => findUsers(ctx, "survey", id) }),
  campaignHooks.implement({ dependents: (ctx, id) => findUsers(ctx, "campaign", id) }),
];
