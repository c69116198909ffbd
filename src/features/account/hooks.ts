import { contactHooks } from "../contacts/contact-hooks.ts";
import { orderHooks } from "../orders/order-hooks.ts";
import { deleteViewsMentioning } from "./saved-views/queries.ts";
import { enrichBuyers } from "./shop-enrichment/service.ts";

export const hooks = [
  orderHooks.implement({ onCustomers: enrichBuyers }),
  contactHooks.implement({ onErase: ({ db }, { email }) => deleteViewsMentioning(db, email) }),
];
