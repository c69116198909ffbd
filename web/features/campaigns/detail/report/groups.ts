import type { InputOf } from "../../../../api/operations.ts";

type Definition = InputOf<"POST /segments">["body"]["definition"];

/** Views of recipients that a segment can express. */
export const groupKeys = ["sent", "opened", "clicked", "not_opened", "bounced", "unsubscribed"] as const;
export type GroupKey = (typeof groupKeys)[number];

/** Some recipients of a campaign: those of a view, or who clicked one link; `engagement` narrows them down. */
export type Group = {
  readonly campaignId: string;
  readonly kind: GroupKey | { readonly link: number; readonly name: string };
  readonly engagement?: string | undefined;
};

const operators: Readonly<Record<GroupKey, readonly string[]>> = {
  sent: ["delivered", "bounced"],
  opened: ["opened"],
  clicked: ["clicked"],
  // The negation alone is also true of everybody who did not get the campaign.
  not_opened: ["delivered", "not_opened"],
  bounced: ["bounced"],
  unsubscribed: ["unsubscribed"],
};

/** The rules that match the group; the values of rules are texts. */
export function defineGroup({ campaignId, kind, engagement }: Group): Definition {
  const rules =
    typeof kind === "string"
      ? operators[kind].map((operator) => ({ type: "campaign", operator, campaignId }))
      : [{ type: "campaign", operator: "clicked_link", campaignId, link: String(kind.link) }];
  const group = { type: "group", match: kind === "sent" ? "any" : "all", rules } as const;
  if (engagement === undefined) return group;
  return { type: "group", match: "all", rules: [group, { type: "engagement", operator: "in", value: engagement }] };
}
