import { contactHooks } from "../contacts/contact-hooks.ts";
import { listHooks } from "../lists/list-hooks.ts";
import { actionsOnLists } from "./actions-on-lists.sql.ts";
import { eraseImportData } from "./erasure.queries.ts";

export const hooks = [
  contactHooks.implement({ onErase: ({ db }, contact) => eraseImportData(db, contact) }),
  listHooks.implement({ runningActions: actionsOnLists }),
];
