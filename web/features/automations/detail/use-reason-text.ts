import { useMessages } from "../../../i18n/messages.tsx";
import { reasonMessages } from "./reason-messages.ts";

/** Why a step did nothing for a contact. Replies of mail servers are shown as they are. */
export function useReasonText(): (reason: string) => string {
  const { known, other } = useMessages(reasonMessages);
  const texts: Readonly<Record<string, string>> = known;
  return (reason) => texts[reason] ?? (/^\d/.test(reason) ? reason : other);
}
