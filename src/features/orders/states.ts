import { fold } from "../../kernel/text.ts";

export const stateCategories = ["new", "completed", "cancelled", "returned"] as const;
export type StateCategory = (typeof stateCategories)[number];

export type OrderStateMapping = { readonly state: string; readonly meaning: StateCategory };

/** States of common Czech, Slovak and English shop systems. */
const defaultStatesByCategory: Readonly<Record<StateCategory, readonly string[]>> = {
  new: [
    "Nová",
    "Nové",
    "Přijato",
    "Přijatá",
    "Nevyřízeno",
    "Nevyřízená",
    "Nevybavená",
    "Vyřizuje se",
    "Vybavuje sa",
    "New",
    "Open",
    "Pending",
    "Processing",
    "On hold",
  ],
  completed: [
    "Vyřízeno",
    "Vyřízená",
    "Vyřízené",
    "Dokončeno",
    "Dokončená",
    "Doručeno",
    "Doručená",
    "Doručené",
    "Vyzvednuto",
    "Vybavená",
    "Vybavené",
    "Dokončené",
    "Prevzaté",
    "Completed",
    "Complete",
    "Delivered",
    "Fulfilled",
    "Done",
  ],
  cancelled: [
    "Storno",
    "Stornováno",
    "Stornovaná",
    "Stornované",
    "Zrušeno",
    "Zrušená",
    "Zrušené",
    "Cancelled",
    "Canceled",
    "Failed",
    "Voided",
  ],
  returned: ["Vráceno", "Vrácená", "Vrátená", "Vrátené", "Refundováno", "Refundovaná", "Returned", "Refunded"],
};

/** The default categories until the company sets its own. */
export const defaultStates: readonly OrderStateMapping[] = stateCategories.flatMap((meaning) =>
  defaultStatesByCategory[meaning].map((state) => ({ state, meaning })),
);

/** States are compared without case and diacritics. */
export const stateKey = (state: string): string => fold(state.trim()).replace(/\s+/g, " ");

/** The category of a shop's state; an unmapped state counts as new. */
export function categoryLookup(states: readonly OrderStateMapping[]): (state: string) => StateCategory {
  const known = new Map(states.map(({ state, meaning }) => [stateKey(state), meaning]));
  return (state) => known.get(stateKey(state)) ?? "new";
}
