import { contactHooks } from "../contacts/contact-hooks.ts";
import { feedHooks } from "../feeds/feed-hooks.ts";
import { fileHooks } from "../files/file-hooks.ts";
import { findFeedUses } from "./feed-uses.ts";
import { fileReferences } from "./file-references.sql.ts";
import { deleteTestRecipient } from "./test-emails/queries.ts";

export const hooks = [
  contactHooks.implement({ onErase: ({ db }, { email }) => deleteTestRecipient(db, email) }),
  feedHooks.implement({ dependents: findFeedUses }),
  fileHooks.implement({ references: fileReferences }),
];
