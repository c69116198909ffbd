import { useSyncExternalStore } from "react";
import { useSession } from "../../api/session.tsx";

const keyOf = (tenant: string): string => `postrider-shop-${tenant}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of the same company chose a shop.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The shop that the member works with in this browser, for each company; undefined stands for all shops. */
export function useStoredShop(): [string | undefined, (shopId: string | undefined) => void] {
  const key = keyOf(useSession().company.tenant);
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key)) ?? undefined;
  const store = (shopId: string | undefined) => {
    if (shopId === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, shopId);
    for (const listener of listeners) listener();
  };
  return [stored, store];
}
