import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { ApiFailure } from "../../api/api-failure.ts";
import { send } from "../../api/client.ts";
import { useLastAnswer } from "../../ui/state/use-last-answer.ts";
import type { EmailDocument } from "../model/document.ts";
import { toPageBlocks, type PageBlocks } from "./page-blocks.ts";

/** How the server renders the blocks, with what stands around them. */
export type PagePreview = {
  readonly operation: "POST /landing-pages/preview" | "POST /surveys/preview";
  readonly toBody: (blocks: PageBlocks) => object;
};

const landingPagePreview: PagePreview = { operation: "POST /landing-pages/preview", toBody: (blocks) => ({ blocks }) };

/** The page as the server renders it, 250 ms after the last change. */
export function usePagePreview(document: EmailDocument | undefined, preview: PagePreview = landingPagePreview) {
  const [settled] = useDebouncedValue(document, 250);
  const { operation, toBody } = preview;
  const body = settled && toBody(toPageBlocks(settled));
  const { data, error } = useQuery<{ html: string }, ApiFailure>({
    queryKey: [operation, { body }],
    queryFn: ({ signal }) => send<{ html: string }>(operation, { body }, { signal }),
    enabled: body !== undefined,
    staleTime: 60_000,
    gcTime: 10_000,
    retry: false,
  });
  return { html: useLastAnswer(data)?.html ?? "", error };
}
