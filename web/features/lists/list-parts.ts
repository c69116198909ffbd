import type { OutputOf } from "../../api/operations.ts";
import { useMessages } from "../../i18n/messages.tsx";
import type { ReachPart } from "../../ui/display/reach-bar.tsx";
import { listsMessages } from "./messages.ts";

export type ListRow = OutputOf<"GET /lists">["items"][number];
export type List = OutputOf<"GET /lists/{list_id}">;

/** Queries that a change of a list or of its members affects. */
export const listQueries = [
  "GET /lists",
  "GET /lists/{list_id}",
  "GET /lists/{list_id}/members",
  "GET /contacts",
  "GET /running-actions",
] as const;

const tones = {
  active: "accent",
  unconfirmed: "warn",
  unsubscribed: "mute",
  bounced: "bad",
  complained: "bad",
  blacklisted: "grey",
} as const satisfies Record<keyof List["counts"]["byBucket"], ReachPart["tone"]>;

const buckets = ["active", "unconfirmed", "unsubscribed", "bounced", "complained", "blacklisted"] as const;

/** The members by bucket; those in none are customers without a consent. */
export function useReachParts(): (counts: List["counts"]) => { parts: ReachPart[]; label: string } {
  const t = useMessages(listsMessages);
  return ({ total, byBucket }) => {
    const customers = total - buckets.reduce((sum, bucket) => sum + byBucket[bucket], 0);
    return {
      label: t.reach.sum(byBucket.active, total),
      parts: [
        ...buckets.map((bucket) => ({
          key: bucket,
          label: t.reach[bucket],
          count: byBucket[bucket],
          tone: tones[bucket],
        })),
        { key: "customers", label: t.reach.customers, count: Math.max(0, customers), tone: "teal" as const },
      ],
    };
  };
}
