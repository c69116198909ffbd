import type { ApiError } from "../../kernel/errors.ts";
import { notForAssistants } from "./catalog.ts";

export const testAddressHelp =
  "Tests only go to the company's test addresses: testRecipients of account_overview. If the one to use is missing, ask the person, set all of them with api_write setTestRecipients, then send the test again.";

const shownOnceHelp =
  "The answer has a secret that is shown once, and after an approval it would be shown to nobody. Ask the person to do this in the app.";

const notForAssistantsHelp =
  "The operation exists, but assistants cannot run it. Ask the person to do this in the app.";

/** What to do about an error, where its code does not say it. */
export function helpFor(operation: string | undefined, { code, message, params }: ApiError): string | undefined {
  if (code === "conflict" && message === "assistant" && params["reason"] === "shown_once") return shownOnceHelp;
  if (code === "validation" && params["reason"] === notForAssistants) return notForAssistantsHelp;
  const isTest = operation === "testCampaign" || operation === "testTemplate";
  return isTest && code === "validation" && message === "emails" ? testAddressHelp : undefined;
}
