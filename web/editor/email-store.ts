import type { UseQueryOptions } from "@tanstack/react-query";
import type { ApiFailure } from "../api/api-failure.ts";
import type { OutputOf } from "../api/operations.ts";
import type { Content, ContentWrite, SavedContent, TestAnswer } from "./model/source.ts";

type Versions = OutputOf<"GET /templates/{template_id}/versions">;
type Version = OutputOf<"GET /templates/{template_id}/versions/{version_id}">;

/** Where the edited content is kept; a template and a campaign each bring their operations. */
export type EmailStore = {
  readonly save: (write: ContentWrite) => Promise<SavedContent>;
  /** The current content, after another member has saved. */
  readonly load: () => Promise<Content>;
  readonly versions: (page: number) => UseQueryOptions<Versions, ApiFailure>;
  readonly version: (id: string) => Promise<Version>;
  readonly sendTest: (emails: string[]) => Promise<TestAnswer>;
  /** Code to blocks, where the API can do it. */
  readonly toBlocks?: (baseVersion: number) => Promise<Content>;
};
