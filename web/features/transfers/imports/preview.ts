import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { send } from "../../../api/client.ts";
import type { ApiFailure } from "../../../api/api-failure.ts";
import type { InputOf, OutputOf } from "../../../api/operations.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import type { ReachPart } from "../../../ui/display/reach-bar.tsx";
import type { Draft } from "./draft.ts";
import { wizardMessages } from "./wizard-messages.ts";

export type ImportPreview = OutputOf<"POST /imports/preview">;

/** The proposed mapping, samples and counts; changes nothing, so it is read like a page. */
export function usePreview({ fileId, options, kind, mode, mapping }: Draft) {
  const body: InputOf<"POST /imports/preview">["body"] = {
    fileId,
    options,
    kind,
    mode,
    ...(mapping === null ? {} : { mapping }),
  };
  return useQuery<ImportPreview, ApiFailure>({
    queryKey: ["POST /imports/preview", { body }],
    queryFn: ({ signal }) => send<ImportPreview>("POST /imports/preview", { body }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

type Counts = ImportPreview["counts"];

/** Whether addresses that are no contacts are left alone. */
const skipsUnknown = ({ mode, listIds }: Draft): boolean =>
  mode === "update_only" || mode === "remove" || (mode === "unsubscribe" && listIds.length > 0);

/** Rows that the import does something with, if the state of their contacts allows it. */
export const usableRows = (counts: Counts, draft: Draft): number =>
  counts.existing + (skipsUnknown(draft) ? 0 : counts.new);

/** What the rows of the file are; they add up to all rows. */
export function useCountParts(): (counts: Counts, draft: Draft) => { parts: ReachPart[]; label: string } {
  const { counts: t } = useMessages(wizardMessages);
  return (counts, draft) => ({
    label: t.sum(usableRows(counts, draft), counts.rows),
    parts: [
      skipsUnknown(draft)
        ? { key: "unknown", label: t.unknown, count: counts.new, tone: "grey" }
        : { key: "new", label: t.new, count: counts.new, tone: "accent" },
      { key: "existing", label: t.existing, count: counts.existing, tone: "teal" },
      { key: "duplicates", label: t.duplicates, count: counts.duplicates, tone: "mute" },
      { key: "invalid", label: t.invalid, count: counts.invalid, tone: "bad" },
      { key: "erased", label: t.erased, count: counts.erased, tone: "plum" },
    ],
  });
}
