import { Type } from "typebox";
import { Count, Id, NamedObject, NullableTime, OneOf, Text, Time } from "../../../kernel/schema.ts";
import { MemberReference } from "../../members/shapes.ts";

export const approvalStates = ["waiting", "approved", "returned", "outdated", "used"] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const CampaignApproval = NamedObject("CampaignApprovalRequest", {
  id: Id,
  campaign: Type.Object({ id: Id, name: Type.String(), subject: Type.String() }),
  state: Type.Unsafe<ApprovalState>({
    ...OneOf(approvalStates),
    description:
      "outdated: the campaign, its content or its footer changed since the request; used: the campaign was sent or scheduled with it",
  }),
  recipients: { ...Count, description: "At the time of the request; an approval counts for 5 % more or less" },
  comment: Type.String(),
  requestedBy: MemberReference,
  requestedAt: Time,
  decisionComment: Type.String(),
  decidedBy: Type.Union([MemberReference, Type.Null()]),
  decidedAt: NullableTime,
});

const maxComment = 2000;
const OptionalComment = Type.Optional(Text(maxComment));

export const ApprovalRequestInput = NamedObject("CampaignApprovalRequestInput", { comment: OptionalComment });
export const ApprovalInput = NamedObject("CampaignApprovalInput", { comment: OptionalComment });
export const ApprovalReturnInput = NamedObject("CampaignReturnInput", { comment: Text(maxComment, 1) });
