import { defineFeature } from "../../feature.ts";
import { couponRoutes } from "./contract.ts";

export const couponsFeature = defineFeature({
  name: "coupons",
  tables: ["coupon", "coupon_count", "coupon_stack"],
  contracts: { coupons: couponRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
