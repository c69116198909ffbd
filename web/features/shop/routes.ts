import { page } from "../../routing/page.ts";

export const shopRoutes = [
  page("/shop", () => import("./orders/orders-page.tsx")),
  page("/shop/orders/$orderId", () => import("./orders/order-page.tsx")),
  page("/shop/coupons", () => import("./coupons/coupons-page.tsx")),
  page("/shop/coupons/$stackId", () => import("./coupons/stack-page.tsx")),
  page("/shop/feeds", () => import("./feeds/feeds-page.tsx")),
  page("/shop/feeds/$feedId", () => import("./feeds/feed-page.tsx")),
  page("/shop/conversions", () => import("./conversions/conversions-page.tsx")),
] as const;
