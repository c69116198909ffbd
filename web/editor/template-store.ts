import { useQueryClient } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import type { OutputOf } from "../api/operations.ts";
import { toQueryKey, read } from "../api/queries.ts";
import type { EmailStore } from "./email-store.ts";

type Template = Pick<OutputOf<"GET /templates/{template_id}">, "id" | "hasDraft">;

/** The operations of a template, as the editor needs them. */
export function useTemplateStore({ id, hasDraft }: Template): EmailStore {
  const client = useQueryClient();
  const params = { template_id: id };
  const refresh = () => client.invalidateQueries({ queryKey: toQueryKey("GET /templates/{template_id}") });
  return {
    save: async (body) => {
      const saved = await call("PUT /templates/{template_id}/content", { params, body });
      if (saved.hasDraft !== hasDraft) await refresh();
      return saved;
    },
    load: () => call("GET /templates/{template_id}/content", { params }),
    versions: (page) => read("GET /templates/{template_id}/versions", { params, query: { page, pageSize: 10 } }),
    version: (version) =>
      call("GET /templates/{template_id}/versions/{version_id}", { params: { ...params, version_id: version } }),
    sendTest: (emails) => call("POST /templates/{template_id}/test", { params, body: { emails } }),
    toBlocks: async (baseVersion) =>
      (await call("POST /templates/{template_id}/convert-to-visual", { params, body: { baseVersion } })).content,
  };
}
