import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useCan, useSession } from "../../../api/session.tsx";

export type Onboarding = OutputOf<"GET /onboarding">;
type ItemKey = Onboarding["items"][number]["key"];

/** What a first campaign needs, by the items of the checklist of the API; its other items can wait. */
const itemsOf = {
  profile: ["company_address"],
  sender: ["domain", "sender"],
  contacts: ["contacts"],
  template: ["template"],
  first_campaign: ["first_campaign"],
} as const satisfies Readonly<Record<string, readonly ItemKey[]>>;

export type StepKey = keyof typeof itemsOf;

/** Steps in the order that leads to a first campaign soonest. */
const stepKeys = ["profile", "sender", "contacts", "template", "first_campaign"] as const;

/** Each item with the pages that do it, the best one first. */
const itemPages: Readonly<Partial<Record<ItemKey, readonly string[]>>> = {
  domain: ["/deliverability"],
  sender: ["/deliverability/senders"],
  contacts: ["/transfers/imports/new", "/contacts"],
  template: ["/content"],
  first_campaign: ["/campaigns/new", "/campaigns"],
};

export type OnboardingStep = {
  readonly key: StepKey;
  readonly isDone: boolean;
  readonly isSkipped: boolean;
  /** What is to be done next; undefined once the step is done. */
  readonly todo: ItemKey | undefined;
  readonly items: readonly ItemKey[];
};

export function toSteps(items: Onboarding["items"], firstName: string): readonly OnboardingStep[] {
  return stepKeys.map((key): OnboardingStep => {
    const keys: readonly ItemKey[] = itemsOf[key];
    const own = keys.flatMap((itemKey) => items.filter((item) => item.key === itemKey));
    const isSettled = own.every(({ done, dismissed }) => done || dismissed);
    const isNamed = key !== "profile" || firstName !== "";
    const isDone = isSettled && isNamed && own.some(({ done }) => done);
    return {
      key,
      isDone,
      isSkipped: !isDone && isSettled && own.some(({ dismissed }) => dismissed),
      todo: isDone ? undefined : (own.find(({ done, dismissed }) => !done && !dismissed) ?? own[0])?.key,
      items: keys,
    };
  });
}

/** The step to do next: the first that is neither done nor skipped. */
export const nextStep = (steps: readonly OnboardingStep[]): OnboardingStep | undefined =>
  steps.find(({ isDone, isSkipped }) => !isDone && !isSkipped);

/** The checklist with its five steps; undefined while it is not there, and for members who may not read the settings. */
export function useOnboarding() {
  const { session } = useSession();
  const can = useCan();
  const query = useQuery({ ...read("GET /onboarding"), enabled: can("settings") });
  const steps = query.data === undefined ? undefined : toSteps(query.data.items, session.member.firstName);
  return { query, steps };
}

/** The page that does the item; undefined while the app has none. */
export function useItemPage(): (key: ItemKey) => string | undefined {
  const { routesByPath } = useRouter();
  return (key) => itemPages[key]?.find((path) => path in routesByPath);
}
