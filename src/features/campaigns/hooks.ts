import type { FeatureHooks } from "../../context.ts";
import { findDependents } from "./dependents.ts";
import { unwrittenRecipients } from "./expansion.ts";
import { removeExcludedAddress } from "./erasure.queries.ts";
import { fileReferences } from "./file-references.sql.ts";
import { removeSenderFromDrafts } from "./dependents.queries.ts";

export const hooks: FeatureHooks = {
  onErase: ({ db }, { email }) => removeExcludedAddress(db, email),
  approvedMail: unwrittenRecipients,
  dependents: findDependents,
  detach: async ({ db }, object) => {
    if (object.kind === "sender") await removeSenderFromDrafts(db, object.id);
  },
  fileReferences,
};
