import { contactHooks } from "../contacts/contact-hooks.ts";
import { feedHooks } from "../feeds/feed-hooks.ts";
import { fileHooks } from "../files/file-hooks.ts";
import { listHooks } from "../lists/list-hooks.ts";
import { segmentHooks } from "../segments/segment-hooks.ts";
import { sendingDomainHooks } from "../sending/domains/sending-domain-hooks.ts";
import { senderHooks } from "../sending/senders/sender-hooks.ts";
import * as queries from "./dependents.queries.ts";
import { removeExcludedAddress } from "./erasure.queries.ts";
import { unwrittenRecipients } from "./expansion.ts";
import { findFeedUses } from "./feed-uses.ts";
import { fileReferences } from "./file-references.sql.ts";

/** A campaign whose coupon stack is gone pauses before the next message. */
export const hooks = [
  contactHooks.implement({
    onErase: ({ db }, { email }) => removeExcludedAddress(db, email),
    approvedMail: unwrittenRecipients,
  }),
  listHooks.implement({ dependents: ({ db }, listIds) => queries.listCampaignsUsingLists(db, listIds) }),
  segmentHooks.implement({ dependents: ({ db }, id) => queries.listCampaignsUsingSegment(db, id) }),
  senderHooks.implement({
    dependents: ({ db }, id) => queries.listActiveCampaignsOfSender(db, id),
    detach: ({ db }, id) => queries.removeSenderFromDrafts(db, id),
  }),
  sendingDomainHooks.implement({ dependents: ({ db }, domain) => queries.listActiveCampaignsOfDomain(db, domain) }),
  feedHooks.implement({ dependents: findFeedUses }),
  fileHooks.implement({ references: fileReferences }),
];
