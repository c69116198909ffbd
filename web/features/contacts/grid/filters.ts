import { useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { useListChoices } from "../../../ui/choices/use-choices.ts";
import { useShopFilter } from "../../../ui/choices/use-shop-filter.ts";
import type { GridFilter } from "../../../ui/grid/grid-types.ts";
import { roleMessages } from "../../../ui/people/messages.ts";
import { contactsMessages } from "../messages.ts";

/** Names in the address; those of the API. */
export const filterNames = [
  "tab",
  "status",
  "engagement",
  "shop",
  "list",
  "source",
  "createdFrom",
  "createdTo",
] as const;

export function useContactFilters(): readonly GridFilter[] {
  const t = useMessages(contactsMessages);
  const { engagements } = useMessages(roleMessages);
  const lists = useListChoices();
  const shop = useShopFilter();
  return [
    { name: "status", label: t.filters.status, input: { options: optionsOf(t.statuses) } },
    { name: "engagement", label: t.filters.engagement, input: { options: optionsOf(engagements) } },
    ...shop,
    { name: "list", label: t.filters.list, input: { options: lists } },
    { name: "source", label: t.filters.source, input: "text" },
    { name: "createdFrom", label: t.filters.createdFrom, input: "day" },
    { name: "createdTo", label: t.filters.createdTo, input: "day" },
  ];
}
