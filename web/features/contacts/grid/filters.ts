import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import type { GridFilter } from "../../../ui/grid/grid-types.ts";
import { contactsWords } from "../words.ts";

/** Names in the address; those of the API. */
export const filterNames = ["tab", "status", "engagement", "list", "source", "createdFrom", "createdTo"] as const;

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export function useContactFilters(): readonly GridFilter[] {
  const t = useWords(contactsWords);
  const lists = useLists();
  return [
    { name: "status", label: t.filters.status, input: { options: optionsOf(t.statuses) } },
    { name: "engagement", label: t.filters.engagement, input: { options: optionsOf(t.engagements) } },
    { name: "list", label: t.filters.list, input: { options: lists } },
    { name: "source", label: t.filters.source, input: "text" },
    { name: "createdFrom", label: t.filters.createdFrom, input: "day" },
    { name: "createdTo", label: t.filters.createdTo, input: "day" },
  ];
}

/** The first hundred lists by name; more are found by search in the page of lists. */
export function useLists(): { value: string; label: string }[] {
  const { data } = useQuery({
    ...read("GET /lists", { query: { pageSize: 100, sort: "name" } }),
    staleTime: 60_000,
  });
  return (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
