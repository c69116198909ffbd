import type { DmarcAttachment, DmarcReading } from "../mail/inbound/dmarc/read-report.ts";
import type { CompiledHtml, HtmlSource } from "../mail/render/compile-html.ts";
import type { CompiledContent, ContentIssue, Refusal } from "../mail/render/content-issue.ts";
import type { LintInput } from "../mail/render/lint.ts";
import type { FoundSpamRules } from "../mail/render/find-spam-rules.ts";
import type { SpamEmail } from "../mail/render/spam-email.ts";

/** Images are passed in files of a folder: large messages between processes would block both. */
export type ImageInput = { readonly folder: string; readonly type: string };

/** Sizes of a decoded image whose files were written; `refusal` says why it is not accepted. */
export type ImageReading =
  | { readonly width: number; readonly height: number; readonly mediaType: string; readonly widths: readonly number[] }
  | { readonly refusal: string };

/** Everything that content of strangers makes the service compute with libraries that cannot be interrupted. */
type SandboxJobs = {
  compile_html: { input: HtmlSource; output: CompiledHtml | Refusal };
  count_html: { input: string; output: Record<string, never> | Refusal };
  compile_mjml: { input: string; output: CompiledContent };
  lint_email: { input: LintInput; output: readonly ContentIssue[] };
  find_spam_rules: { input: SpamEmail; output: FoundSpamRules | Refusal };
  read_raster: { input: ImageInput; output: ImageReading };
  rasterise_svg: { input: ImageInput; output: ImageReading };
  draw_play_button: { input: ImageInput; output: ImageReading };
  read_dmarc_report: { input: DmarcAttachment; output: DmarcReading };
};

export type JobKind = keyof SandboxJobs;
export type JobInput<Kind extends JobKind> = SandboxJobs[Kind]["input"];
export type JobOutput<Kind extends JobKind> = SandboxJobs[Kind]["output"];

export type JobRequest<Kind extends JobKind = JobKind> = {
  [Each in Kind]: { kind: Each; input: JobInput<Each> };
}[Kind];

type JobLimits<Kind extends JobKind> = {
  /** The child process is killed afterwards. */
  readonly timeMs: number;
  /** Takes seconds for ordinary input: a company never fills its share of the children with such jobs. */
  readonly isSlow?: true;
  readonly isOutput: (value: unknown) => value is JobOutput<Kind>;
};

const hasText = <Name extends string>(value: unknown, name: Name): value is Record<Name, string> =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, name) === "string";

const hasList = <Name extends string>(value: unknown, name: Name): value is Record<Name, unknown[]> =>
  typeof value === "object" && value !== null && Array.isArray(Reflect.get(value, name));

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === "object" && value !== null && "refusal" in value;

function isImageReading(value: unknown): value is ImageReading {
  if (hasText(value, "refusal")) return true;
  return hasText(value, "mediaType") && hasList(value, "widths");
}

export const jobs: { readonly [Kind in JobKind]: JobLimits<Kind> } = {
  compile_html: {
    timeMs: 2500,
    isOutput: (value): value is JobOutput<"compile_html"> =>
      (hasText(value, "html") && hasText(value, "text")) || isRefusal(value),
  },
  count_html: { timeMs: 2500, isOutput: (value): value is JobOutput<"count_html"> => typeof value === "object" },
  compile_mjml: {
    timeMs: 4000,
    isOutput: (value): value is CompiledContent => hasText(value, "html") && hasList(value, "issues"),
  },
  lint_email: { timeMs: 2500, isOutput: (value): value is ContentIssue[] => Array.isArray(value) },
  find_spam_rules: {
    timeMs: 6000,
    isOutput: (value): value is JobOutput<"find_spam_rules"> =>
      (hasText(value, "text") && hasList(value, "hits")) || isRefusal(value),
  },
  read_raster: { timeMs: 30_000, isSlow: true, isOutput: isImageReading },
  rasterise_svg: { timeMs: 10_000, isSlow: true, isOutput: isImageReading },
  draw_play_button: { timeMs: 30_000, isSlow: true, isOutput: isImageReading },
  read_dmarc_report: {
    timeMs: 10_000,
    isSlow: true,
    isOutput: (value): value is DmarcReading => typeof value === "object" && value !== null && "report" in value,
  },
};
