import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import type { Choice } from "../../../ui/choices/options.ts";
import type { GridFilter } from "../../../ui/grid/grid-types.ts";
import { listsMessages } from "../messages.ts";

/** Names in the address; those of the API. */
export const filterNames = ["shop", "tag", "createdFrom"] as const;

/** Names of the labels that lists have. */
export function useListTags(): string[] {
  const { data } = useQuery({ ...read("GET /grid-tags"), staleTime: 60_000 });
  return data?.items.find(({ kind }) => kind === "list")?.tags.map(({ name }) => name) ?? [];
}

export function useListFilters(shops: readonly Choice[]): readonly GridFilter[] {
  const t = useMessages(listsMessages);
  const tags = useListTags();
  return [
    ...(shops.length > 1 ? [{ name: "shop", label: t.filters.shop, input: { options: shops } }] : []),
    { name: "tag", label: t.filters.tag, input: { options: tags.map((tag) => ({ value: tag, label: tag })) } },
    { name: "createdFrom", label: t.filters.created, input: "day" },
  ];
}
