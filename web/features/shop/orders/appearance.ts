import type { OutputOf } from "../../../api/operations.ts";
import type { StatusAppearance } from "../../../ui/display/status.tsx";

export type Order = OutputOf<"GET /orders/{order_id}">;

export const meaningAppearances: Readonly<Record<Order["meaning"], StatusAppearance>> = {
  new: { shape: "half", tone: "accent" },
  completed: { shape: "tick", tone: "good" },
  cancelled: { shape: "cross", tone: "mute" },
  returned: { shape: "slashed", tone: "warn" },
};

/** Sums by currency in whole cents, because currencies never share a sum. */
export function sumByCurrency(
  orders: readonly Pick<Order, "currency" | "total">[],
): { currency: string; sum: number }[] {
  const cents = new Map<string, number>();
  for (const { currency, total } of orders)
    cents.set(currency, (cents.get(currency) ?? 0) + Math.round(Number(total) * 100));
  return [...cents].map(([currency, sum]) => ({ currency, sum: sum / 100 }));
}
