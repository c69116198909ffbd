import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asFailure } from "../../api/api-failure.ts";
import { call } from "../../api/client.ts";
import type { OutputOf } from "../../api/operations.ts";
import { toQueryKey } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { fileMessages } from "./messages.ts";

export type LibraryFile = OutputOf<"POST /files">;

/** Uploads files one after another into a folder; refused ones are named. */
export function useUpload(folderId: string | undefined) {
  const t = useMessages(fileMessages);
  const toast = useToasts();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const upload = async (files: readonly File[]): Promise<LibraryFile[]> => {
    setBusy(true);
    const added: LibraryFile[] = [];
    for (const file of files) {
      const form = new FormData();
      // Fields before the file: the server reads the form as a stream.
      if (folderId !== undefined) form.append("folderId", folderId);
      form.append("file", file, file.name);
      try {
        added.push(await call("POST /files", { form }));
      } catch (error) {
        const failure = asFailure(error);
        toast.failed(error, failure.is("validation file") ? t.refusedFile(file.name) : t.failedFile(file.name));
      }
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: toQueryKey("GET /files") });
    await client.invalidateQueries({ queryKey: toQueryKey("GET /file-folders") });
    if (added.length > 0) toast.done(t.uploaded(added.length));
    return added;
  };
  return { isBusy, upload };
}
