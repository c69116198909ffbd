import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { asFailure, type ApiFailure } from "../api/api-failure.ts";
import { send } from "../api/client.ts";
import { createLatest, outdated } from "../api/latest.ts";
import type { InputOf, OutputOf } from "../api/operations.ts";
import { isComplete } from "./parts.ts";
import { toDefinition, toGroup, pruned, toRule, type GroupNode, type RuleValues } from "./tree.ts";

const operation = "POST /segments/preview";
const typingPauseMs = 250;

export type Preview = OutputOf<typeof operation>;

export type LivePreview = {
  readonly preview: Preview | undefined;
  readonly tookMs: number;
  readonly failure: ApiFailure | undefined;
  readonly isCounting: boolean;
};

type Counted = Omit<LivePreview, "isCounting"> & { readonly text: string };

const nothingYet: Counted = { preview: undefined, tookMs: 0, failure: undefined, text: "" };

/** Counts the definition whenever it changes. The numbers of before stay until the new ones are there. */
export function useLivePreview(body: InputOf<typeof operation>["body"]): LivePreview {
  const [state, setState] = useState(nothingYet);
  const [latest] = useState(createLatest);
  const text = JSON.stringify(body);
  useEffect(() => {
    const count = async () => {
      const start = performance.now();
      try {
        const input = { body: JSON.parse(text) };
        const preview = await latest.run((signal) => send<Preview>(operation, input, { signal }));
        if (preview === outdated) return;
        setState({ preview, tookMs: performance.now() - start, failure: undefined, text });
      } catch (error) {
        setState((before) => ({ ...before, failure: asFailure(error), text }));
      }
    };
    const timer = setTimeout(() => void count(), typingPauseMs);
    return () => {
      clearTimeout(timer);
      latest.cancel();
    };
  }, [text, latest]);
  return { ...state, isCounting: state.text !== text };
}

/** The number of contacts that match one rule alone. */
export const useRuleCount = (shopId: string, values: RuleValues) => useCount(shopId, toGroup([toRule(values)]));

/** The number of contacts that match the complete rules; equal ones are counted once. */
export function useCount(shopId: string, group: GroupNode) {
  const complete = pruned(group, ({ values }) => isComplete(values));
  const isCountable = shopId !== "" && complete.nodes.length > 0;
  const text = JSON.stringify(toDefinition(complete));
  const [settled] = useDebouncedValue(text, typingPauseMs);
  const { data, isFetching } = useQuery({
    queryKey: [operation, shopId, settled],
    queryFn: ({ signal }) =>
      send<Preview>(operation, { body: { shopId, definition: JSON.parse(settled) } }, { signal }),
    enabled: isCountable,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const { matched, total } = isCountable && data !== undefined ? data : {};
  return { matched, total, isCounting: isFetching || settled !== text };
}
