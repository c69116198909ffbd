import { accountRequests } from "./account.ts";
import { campaignRequests } from "./campaigns.ts";
import { contactRequests } from "./contacts.ts";
import { contentRequests } from "./content.ts";
import type { DemoRequests } from "./request.ts";

/** The key is the name of the operation. */
export const demoRequests: DemoRequests = {
  ...contactRequests,
  ...contentRequests,
  ...campaignRequests,
  ...accountRequests,
};
