import { useDebouncedValue } from "@mantine/hooks";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ApiFailure } from "../../api/api-failure.ts";
import { send } from "../../api/client.ts";
import type { InputOf, OutputOf } from "../../api/operations.ts";
import { useLastAnswer } from "../../ui/state/use-last-answer.ts";
import type { EmailDocument } from "../model/document.ts";
import type { Source } from "../model/source.ts";

/** What the e-mail has besides its content. */
export type EmailSettings = {
  readonly subject: string;
  readonly preheader: string;
  readonly shopId: string | null;
  readonly footerId: string | null;
};

/** Whose data the e-mail shows; a sample contact's without one. */
type Reader = { readonly id: string } | undefined;

type PreviewBody = InputOf<"POST /content/preview">["body"];
export type Preview = OutputOf<"POST /content/preview">;

/** The e-mail as it was rendered last, and the blocks that it was rendered from. */
export type Shown = { readonly html: string; readonly document: EmailDocument | undefined };

export const requestPreview = (body: PreviewBody) =>
  queryOptions<Preview, ApiFailure>({
    queryKey: ["POST /content/preview", { body }],
    queryFn: ({ signal }) => send<Preview>("POST /content/preview", { body }, { signal }),
    staleTime: 60_000,
    gcTime: 10_000,
    retry: false,
  });

const notRendered: Shown = { html: "", document: undefined };

/** The e-mail as the server renders it, 250 ms after the last change; the last good one stays beside an error. */
export function usePreview(source: Source, email: EmailSettings, reader: Reader) {
  const [settled] = useDebouncedValue(source, 250);
  const { subject, preheader, shopId, footerId } = email;
  const { data, error, isFetching } = useQuery(
    requestPreview({ ...settled, subject, preheader, shopId, footerId, contactId: reader?.id ?? null }),
  );
  const answer = useMemo(
    () =>
      data && {
        preview: data,
        shown: { html: data.html, document: settled.kind === "blocks" ? settled.blocks : undefined },
      },
    [data, settled],
  );
  const last = useLastAnswer(answer);
  return {
    data: last?.preview,
    shown: last?.shown ?? notRendered,
    error,
    isRendering: isFetching || settled !== source,
  };
}
