import type { ApiError } from "../../kernel/errors.ts";

export const testAddressHelp =
  "Tests only go to the company's test addresses: testRecipients of account_overview. If the one to use is missing, ask the person, set all of them with api_write setTestRecipients, then send the test again.";

const shownOnceHelp =
  "The answer has a secret that is shown once, and after an approval it would be shown to nobody. Ask the person to do this in the app.";

/** What to do about an error, where its code does not say it. */
export function helpFor(operation: string | undefined, { code, message, params }: ApiError): string | undefined {
  if (code === "conflict" && message === "assistant" && params["reason"] === "shown_once") return shownOnceHelp;
  const isTest = operation === "testCampaign" || operation === "testTemplate";
  return isTest && code === "validation" && message === "emails" ? testAddressHelp : undefined;
}
