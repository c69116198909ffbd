import { contactHooks } from "../features/contacts/contact-hooks.ts";
import { deleteResponsesMentioning } from "./queries.ts";

export const httpHooks = [
  contactHooks.implement({ onErase: ({ db }, { email }) => deleteResponsesMentioning(db, email) }),
];
