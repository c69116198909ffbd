import { contactHooks } from "../contacts/contact-hooks.ts";
import { redactDeliveries } from "./deliveries/erasure.queries.ts";

export const hooks = [contactHooks.implement({ onErase: ({ db }, contact) => redactDeliveries(db, contact) })];
