import { SandboxFailure, type CompanySandbox } from "../../sandbox/sandbox.ts";
import type { CompiledHtml, HtmlSource } from "./compile-html.ts";
import { ContentTooComplex, tooComplex } from "./complexity.ts";
import type { CompiledContent, ContentIssue, Refusal } from "./content-issue.ts";
import type { FoundSpamRules } from "./find-spam-rules.ts";
import { htmlTooLarge, MAX_SOURCE_CHARS } from "./limits.ts";
import type { LintInput } from "./lint.ts";
import type { SpamEmail } from "./spam-email.ts";

/** Everything here runs in the sandbox, which counts before the work. Throws ContentTooComplex. */
export async function compileHtml(sandbox: CompanySandbox, source: HtmlSource): Promise<CompiledHtml> {
  return accepted(await limited("html", sandbox.run("compile_html", source)));
}

/** Throws ContentTooComplex for HTML that would take too long to compile. */
export async function rejectComplexHtml(sandbox: CompanySandbox, html: string): Promise<void> {
  accepted(await limited("html", sandbox.run("count_html", html)));
}

/** Errors are issues, the limits too. */
export async function compileMjml(sandbox: CompanySandbox, mjml: string): Promise<CompiledContent> {
  if (mjml.length > MAX_SOURCE_CHARS) {
    return { html: "", issues: [{ code: "mjml_too_large", severity: "error", params: { max: MAX_SOURCE_CHARS } }] };
  }
  return orIssue(limited("mjml", sandbox.run("compile_mjml", mjml)), (issue) => ({ html: "", issues: [issue] }));
}

/** Everything that would look wrong, be refused or harm reputation; errors first, then in source order. */
export async function lintEmail(sandbox: CompanySandbox, email: LintInput): Promise<readonly ContentIssue[]> {
  if (email.html.length > MAX_SOURCE_CHARS) return [htmlTooLarge(Buffer.byteLength(email.html))];
  return orIssue<readonly ContentIssue[]>(limited("html", sandbox.run("lint_email", email)), (issue) => [issue]);
}

/** Only the beginning of longer HTML counts. */
export async function findSpamRules(sandbox: CompanySandbox, email: SpamEmail): Promise<FoundSpamRules> {
  const html = email.html.slice(0, MAX_SOURCE_CHARS);
  return accepted(await limited("html", sandbox.run("find_spam_rules", { ...email, html })));
}

function accepted<Result extends object>(result: Result | Refusal): Result {
  if ("refusal" in result) throw new ContentTooComplex("html", result.refusal);
  return result;
}

async function limited<Result>(field: "html" | "mjml", work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SandboxFailure) || error.reason === "error") throw error;
    throw new ContentTooComplex(field, tooComplex(field, { reason: error.reason }));
  }
}

async function orIssue<Result>(result: Promise<Result>, from: (issue: ContentIssue) => Result): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ContentTooComplex) return from(error.issue);
    throw error;
  }
}
