import type { FeatureHooks } from "../../context.ts";
import { findFeedUses } from "./feed-uses.ts";
import { fileReferences } from "./file-references.sql.ts";
import { deleteTestRecipient } from "./test-emails/queries.ts";

export const hooks: FeatureHooks = {
  onErase: ({ db }, { email }) => deleteTestRecipient(db, email),
  dependents: async (ctx, object) => (object.kind === "feed" ? findFeedUses(ctx, object.id) : undefined),
  fileReferences,
};
