import { orderHooks } from "../orders/order-hooks.ts";
import { enrichBuyers } from "./shop-enrichment/service.ts";

export const hooks = [orderHooks.implement({ onCustomers: enrichBuyers })];
