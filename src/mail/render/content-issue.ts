export type ContentIssue = {
  code: string;
  severity: "error" | "warning";
  line?: number;
  column?: number;
  params: Record<string, unknown>;
};

/** The content exceeds a limit of complexity. */
export type Refusal = { readonly refusal: ContentIssue };

export type CompiledContent = { html: string; issues: readonly ContentIssue[] };
