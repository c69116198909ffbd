import { useDebouncedValue } from "@mantine/hooks";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ApiFailure } from "../../api/api-failure.ts";
import { send } from "../../api/client.ts";
import type { InputOf, OutputOf } from "../../api/operations.ts";
import { useLastAnswer } from "../../ui/state/use-last-answer.ts";
import type { Source } from "../model/source.ts";

/** What the e-mail has besides its content. */
export type EmailSettings = {
  readonly subject: string;
  readonly preheader: string;
  readonly shopId: string | null;
  readonly footerId: string | null;
};

type PreviewBody = InputOf<"POST /content/preview">["body"];
export type Preview = OutputOf<"POST /content/preview">;

export const previewOf = (body: PreviewBody) =>
  queryOptions<Preview, ApiFailure>({
    queryKey: ["POST /content/preview", { body }],
    queryFn: ({ signal }) => send<Preview>("POST /content/preview", { body }, { signal }),
    staleTime: 60_000,
    gcTime: 10_000,
    retry: false,
  });

/** The e-mail as the server renders it, 250 ms after the last change; the last good one stays beside an error. */
export function usePreview(source: Source, email: EmailSettings) {
  const [settled] = useDebouncedValue(source, 250);
  const { subject, preheader, shopId, footerId } = email;
  const { data, error } = useQuery(previewOf({ ...settled, subject, preheader, shopId, footerId }));
  return { data: useLastAnswer(data), error };
}
