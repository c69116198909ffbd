import { WaitingCard } from "../../ui/state/waiting.tsx";
import { OnboardingView } from "./onboarding/onboarding-view.tsx";
import { nextStep, useOnboarding } from "./onboarding/steps.ts";
import { Overview } from "./overview-page.tsx";

/** A company that has not sent a campaign yet, or has no contact to send it to, begins with its first steps instead of zeros. */
export function Page() {
  const { query, steps } = useOnboarding();
  const isNew = (steps ?? []).some(({ key, isDone }) => (key === "contacts" || key === "first_campaign") && !isDone);
  if (query.isLoading) return <WaitingCard error={query.error} onRetry={query.refetch} />;
  const { data } = query;
  if (data === undefined || data.hidden || steps === undefined || !isNew || nextStep(steps) === undefined)
    return <Overview />;
  return <OnboardingView onboarding={data} steps={steps} />;
}
