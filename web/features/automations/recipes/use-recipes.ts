import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";

export type Recipe = OutputOf<"GET /automations/recipes">["items"][number];

const none: readonly Recipe[] = [];

/** The recipes in the language of the shop; those of the shop before stay until they are read. */
export function useRecipes(shop: string | undefined): readonly Recipe[] {
  const { data } = useQuery({
    ...read("GET /automations/recipes", { query: { shop } }),
    placeholderData: (before) => before,
    staleTime: Infinity,
  });
  return data?.items ?? none;
}
