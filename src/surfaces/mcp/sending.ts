/** Operations that make the service write to people. */
const sendingOperations: ReadonlySet<string> = new Set([
  "approveCampaign",
  "resumeCampaign",
  "decideUnknown",
  "approveVariants",
  "resumeVariants",
  "activateAutomation",
  "releaseNode",
  "addAutomationContacts",
  "testCampaign",
  "testTemplate",
]);

export const isSending = (operation: string): boolean => sendingOperations.has(operation);
