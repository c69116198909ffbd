import type { FeatureHooks } from "../../context.ts";
import { fileReferences } from "./file-references.sql.ts";
import { deleteTestRecipient } from "./test-emails/queries.ts";

export const hooks: FeatureHooks = {
  onErase: ({ db }, { email }) => deleteTestRecipient(db, email),
  fileReferences,
};
