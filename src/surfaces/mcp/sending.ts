import { isJson, type OperationInput } from "./arguments.ts";

/** Operations that make the service write to people. */
const sendingOperations: ReadonlySet<string> = new Set([
  "approveCampaign",
  "resumeCampaign",
  "decideUnknown",
  "decideAutomationUnknown",
  "decideFormUnknown",
  "approveVariants",
  "resumeVariants",
  "activateAutomation",
  "releaseNode",
  "addAutomationContacts",
  "testCampaign",
  "testTemplate",
]);

export const isSending = (operation: string): boolean => sendingOperations.has(operation);

/** An import writes to people when it starts automations. */
export const sendsMail = (operation: string, { body }: OperationInput): boolean =>
  isSending(operation) || (operation === "createImport" && isJson(body) && body["runAutomations"] === true);
