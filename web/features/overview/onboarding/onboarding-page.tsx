import { useMessages } from "../../../i18n/messages.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { OnboardingView } from "./onboarding-view.tsx";
import { useOnboarding } from "./steps.ts";
import { onboardingMessages } from "./messages.ts";

/** The checklist at an address of its own, also when the overview does not show it any more. */
export function Page() {
  const t = useMessages(onboardingMessages);
  const { query, steps } = useOnboarding();
  if (query.data === undefined || steps === undefined)
    return <WaitingCard error={query.error} what={t.error} onRetry={query.refetch} />;
  return <OnboardingView onboarding={query.data} steps={steps} />;
}
