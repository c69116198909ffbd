import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import type { InputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";

type ImportBody = InputOf<"POST /imports">["body"];
export type ImportOptions = NonNullable<ImportBody["options"]>;
type ImportMode = ImportBody["mode"];
export type ImportKind = NonNullable<ImportBody["kind"]>;

export const stepKeys = ["file", "mapping", "consent", "review"] as const;
export type StepKey = (typeof stepKeys)[number];

/** What the wizard knows so far; the server keeps it as the state of a draft, so that it survives a reload. */
export type Draft = {
  fileId: string;
  fileName: string;
  kind: ImportKind;
  options: ImportOptions;
  /** Null until the proposed one is changed. */
  mapping: ImportBody["mapping"] | null;
  mode: ImportMode;
  shopId: string | null;
  listIds: string[];
  purposeId: string | null;
  source: string;
  name: string;
  consentConfirmed: boolean;
  subscribersConfirmed: boolean;
  runAutomations: boolean;
  /** The furthest step that was reached, from 0. */
  reached: number;
};

export const emptyDraft: Draft = {
  fileId: "",
  fileName: "",
  kind: "csv",
  options: { invalidValues: "leave_out" },
  mapping: null,
  mode: "upsert",
  shopId: null,
  listIds: [],
  purposeId: null,
  source: "",
  name: "",
  consentConfirmed: false,
  subscribersConfirmed: false,
  runAutomations: false,
  reached: 1,
};

export const needsConsent = ({ mode }: Pick<Draft, "mode">): boolean => mode === "upsert" || mode === "update_only";

/** A workbook has neither an encoding nor a delimiter to choose. */
export const isWorkbook = ({ fileName }: Pick<Draft, "fileName">): boolean => /\.xls[xm]$/i.test(fileName);

export const draftBody = (draft: Draft): NonNullable<InputOf<"POST /imports/drafts">["body"]> => ({
  name: draft.name,
  source: draft.source,
  step: draft.reached,
  state: draft,
  fileId: draft.fileId,
  shopId: draft.shopId,
});

/** The draft and a function that changes and saves it; changes are sent one after another. */
export function useDraft(draftId: string) {
  const client = useQueryClient();
  const params = { import_id: draftId };
  const query = read("GET /imports/drafts/{import_id}", { params });
  const { data, error } = useQuery({ ...query, staleTime: Infinity });
  const save = useMutation({
    mutationKey: ["PUT /imports/drafts/{import_id}"],
    scope: { id: `import draft ${draftId}` },
    mutationFn: ({ body }: { body: ReturnType<typeof draftBody> }) =>
      call("PUT /imports/drafts/{import_id}", { params, body }),
  });
  // The query cache tells its readers a moment later, which would undo a click on a checkbox until then.
  const [changed, setChanged] = useState<Draft>();
  const draft: Draft | undefined =
    changed ?? (data === undefined ? undefined : Object.assign({ ...emptyDraft }, data.state));
  const change = (changes: Partial<Draft>) => {
    const latest = client.getQueryData(query.queryKey);
    if (latest === undefined) return;
    const next: Draft = Object.assign({ ...emptyDraft }, latest.state, changes);
    setChanged(next);
    client.setQueryData(query.queryKey, { ...latest, state: next });
    save.mutate({ body: draftBody(next) });
  };
  return { draft, error, change, saveError: save.error };
}

export type ChangeDraft = ReturnType<typeof useDraft>["change"];
