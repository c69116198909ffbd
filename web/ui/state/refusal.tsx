import { asFailure } from "../../api/api-failure.ts";
import type { DeclaredError } from "../../api/operations.ts";
import { useWords } from "../../i18n/words.tsx";
import { Callout } from "../display/callout.tsx";
import { uiWords } from "../words.ts";
import { describeFailure } from "./failure.tsx";

/** Why the API refused a change that has no form, as a sentence. */
export function Refusal({
  error,
  messages = {},
}: {
  error: unknown;
  messages?: Readonly<Partial<Record<DeclaredError, string>>>;
}) {
  const t = useWords(uiWords);
  if (error === null || error === undefined) return null;
  const failure = asFailure(error);
  const known = Object.entries(messages).find(([declared]) => declared === failure.message)?.[1];
  return <Callout tone="bad">{known ?? describeFailure(failure, t)}</Callout>;
}
