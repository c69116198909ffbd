import { queryOptions } from "@tanstack/react-query";
import type { ApiFailure } from "../../../../api/api-failure.ts";
import { send } from "../../../../api/client.ts";
import type { OutputOf } from "../../../../api/operations.ts";
import type { FormContent } from "../use-form-draft.ts";

export const places = ["classic", "popup", "slide", "page"] as const;
/** What visitors see one after another. */
export const states = ["form", "error", "sent", "confirm", "confirmed", "already"] as const;

type Shown = {
  readonly content: FormContent;
  readonly place: (typeof places)[number];
  readonly state: (typeof states)[number] | "email" | "reminder";
};

/** What the server draws of a draft. */
export function formPreview({ content, place, state }: Shown) {
  const { welcome: _welcome, tags: _tags, kind: _kind, ...fields } = content;
  const shown = place === "page" ? { place: "page" } : { place: "site", kind: place };
  const body = { ...fields, ...shown, state };
  return queryOptions<OutputOf<"POST /forms/preview">, ApiFailure>({
    queryKey: ["POST /forms/preview", { body }],
    queryFn: ({ signal }) => send<OutputOf<"POST /forms/preview">>("POST /forms/preview", { body }, { signal }),
    gcTime: 10_000,
    retry: false,
  });
}
