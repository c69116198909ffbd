import { useRouter } from "@tanstack/react-router";
import type { OutputOf } from "../../../api/operations.ts";

export type Onboarding = OutputOf<"GET /onboarding">;
export type StepKey = Onboarding["items"][number]["key"];

/** In the order that leads to a first campaign soonest; each with the pages that do it, the best one first. */
const stepPages: Readonly<Record<StepKey, readonly string[]>> = {
  domain: ["/deliverability"],
  sender: ["/deliverability/senders"],
  company_address: ["/settings/company"],
  test_recipients: ["/deliverability/test-recipients"],
  contacts: ["/transfers/imports/new", "/contacts"],
  list: ["/lists"],
  template: ["/content"],
  form: ["/forms"],
  first_campaign: ["/campaigns/new", "/campaigns"],
  site_script: ["/settings/tracking"],
};

const order = Object.keys(stepPages);

export const inOrder = (items: Onboarding["items"]): Onboarding["items"] =>
  items.toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key));

/** The step to do next: the first that is neither done nor skipped. */
export const nextStep = (items: Onboarding["items"]): StepKey | undefined =>
  inOrder(items).find(({ done, dismissed }) => !done && !dismissed)?.key;

/** The page that does the step; undefined while the app has none. */
export function useStepPage(): (key: StepKey) => string | undefined {
  const { routesByPath } = useRouter();
  return (key) => stepPages[key].find((path) => path in routesByPath);
}
