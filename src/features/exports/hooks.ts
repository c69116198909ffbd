import { contactHooks } from "../contacts/contact-hooks.ts";
import { removeFromFiles } from "./erasure.ts";
import { lockExportedFiles } from "./queries.ts";

export const hooks = [
  contactHooks.implement({ beforeErase: ({ db }) => lockExportedFiles(db), onErase: removeFromFiles }),
];
