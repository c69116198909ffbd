import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { ApiFailure } from "../../api/api-failure.ts";
import { send } from "../../api/client.ts";
import type { OutputOf } from "../../api/operations.ts";
import { useLastAnswer } from "../../ui/state/use-last-answer.ts";
import type { EmailDocument } from "../model/document.ts";
import { toPageBlocks } from "./page-blocks.ts";

type Preview = OutputOf<"POST /landing-pages/preview">;

/** The page as the server renders it, 250 ms after the last change. */
export function usePagePreview(document: EmailDocument | undefined) {
  const [settled] = useDebouncedValue(document, 250);
  const operation = "POST /landing-pages/preview";
  const body = settled && { blocks: toPageBlocks(settled) };
  const { data, error } = useQuery<Preview, ApiFailure>({
    queryKey: [operation, { body }],
    queryFn: ({ signal }) => send<Preview>(operation, { body }, { signal }),
    enabled: body !== undefined,
    staleTime: 60_000,
    gcTime: 10_000,
    retry: false,
  });
  return { html: useLastAnswer(data)?.html ?? "", error };
}
