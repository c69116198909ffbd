import type { BackgroundParts } from "../../feature.ts";
import { findCouponCountDifferences } from "./counts.sql.ts";

export const background: BackgroundParts = {
  checks: [{ name: "coupon counts", findDifferences: findCouponCountDifferences }],
};
