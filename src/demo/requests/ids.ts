/**
 * Objects of the demo company that examples of requests refer to, by the word before the id in the path; those of other
 * kinds have the id 1. The demo company of a version is the same on every machine.
 */
export const demoIds: Readonly<Record<string, string>> = {
  forms: "4",
  automations: "5",
  nodes: "hello",
  versions: "1",
  "automation-email-statistic-id": "5",
};

/** Values of query parameters, by name. */
export const demoQuery: Readonly<Record<string, string>> = { node: "hello", automationId: "5", domain: "example.com" };

/** A draft; the campaign 1 was sent. */
export const draftCampaign = { campaign_id: "3" };

/** About the draft. */
export const waitingApproval = { approval_id: "3" };

/** Objects of the kinds that the demo company has, which examples create before they change or delete them. */
export const created = {
  apiKey: { id: "2" },
  contact: { id: "2013" },
  list: { list_id: "10" },
  segment: { segment: "2" },
  campaign: { campaign_id: "31" },
  form: { form_id: "34" },
  automation: { automation_id: "36" },
  template: { template_id: "9" },
  feed: { feed_id: "2" },
  couponStack: { stack_id: "2" },
  sender: { sender_id: "3" },
  landingPage: { id: "2" },
  shop: { shop_id: "3" },
  label: { label_id: "6" },
  customField: { id: "7" },
};
