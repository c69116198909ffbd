import type { FeatureHooks } from "../../context.ts";
import { enrichBuyers } from "./shop-enrichment/service.ts";

export const hooks: FeatureHooks = { onCustomers: enrichBuyers };
