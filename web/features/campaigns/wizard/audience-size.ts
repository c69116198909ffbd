import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { send } from "../../../api/client.ts";
import type { InputOf, OutputOf } from "../../../api/operations.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import type { ReachPart } from "../../../ui/display/reach-bar.tsx";
import { choiceOf } from "../../../ui/grid/use-grid.ts";
import type { Campaign } from "../appearance.ts";
import { audienceMessages } from "./audience-messages.ts";

export type AudienceSize = OutputOf<"POST /campaigns/audience">;
type LeftOutReason = keyof AudienceSize["leftOut"];
export type Audience = Campaign["audience"];

const operation = "POST /campaigns/audience";

/** Counts again with each change; the answer to an older audience is cancelled, and the old number stays meanwhile. */
export function useAudienceSize(campaign: Campaign, audience: Audience) {
  const { shopId, senderId, languages } = campaign;
  const body: InputOf<typeof operation>["body"] = {
    audience,
    shopId,
    anyShop: languages.length > 0,
    ...(senderId === null ? {} : { senderId }),
  };
  const isChosen = audience.listIds.length + audience.segmentIds.length > 0;
  const result = useQuery<AudienceSize, ApiFailure>({
    queryKey: [operation, { body }],
    queryFn: ({ signal }) => send<AudienceSize>(operation, { body }, { signal }),
    enabled: isChosen,
    placeholderData: keepPreviousData,
  });
  return { ...result, isChosen, size: isChosen ? result.data : undefined };
}

/** Grey is a rule, mute the contact's own will, red the address, amber and plum the consent, teal a customer. */
const tones: Readonly<Record<LeftOutReason, ReachPart["tone"]>> = {
  erased: "grey",
  suppressed: "bad",
  excluded: "grey",
  frequency_cap: "grey",
  unsubscribed: "mute",
  list_unsubscribed: "mute",
  bounced: "bad",
  complained: "bad",
  blacklisted: "bad",
  pending: "warn",
  weak_consent: "plum",
  no_consent: "plum",
  customer: "teal",
};

/** The view of contacts that shows the people behind a reason, where there is one. */
const tabs: Readonly<Partial<Record<LeftOutReason, string>>> = {
  unsubscribed: "unsubscribed",
  bounced: "bounced",
  complained: "complained",
  blacklisted: "blacklisted",
  pending: "unconfirmed",
  customer: "customer",
};

export type Reason = {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly count: number;
  readonly tone: ReachPart["tone"];
  readonly tab: string | undefined;
};

/** Why contacts are left out, the most frequent reason first. */
export function useReasons(leftOut: AudienceSize["leftOut"]): Reason[] {
  const t = useMessages(audienceMessages);
  return Object.keys(leftOut)
    .flatMap((name): Reason[] => {
      const key = choiceOf(t.reasons, name);
      if (key === undefined) return [];
      const count = leftOut[key] ?? 0;
      return [{ key, count, name: t.reasons[key], text: t.reasonTexts[key], tone: tones[key], tab: tabs[key] }];
    })
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count);
}
