import { createHash } from "node:crypto";
import type { CompanySandbox } from "../../sandbox/sandbox.ts";
import { InvalidHeader } from "../mime-header.ts";
import type { CompiledHtml } from "./compile-html.ts";
import { compileHtml } from "./compile.ts";
import type { ContentIssue } from "./content-issue.ts";
import { evaluateAll, Expressions, fillPieces, type Expression, type Piece } from "./expression.ts";
import { tagIssues } from "./issues.ts";
import { ContentTooLarge, MAX_SOURCE_CHARS } from "./limits.ts";
import { toLinkParams, type LinkParam, type PlanLink, type TrackingOptions, type Utm } from "./links.ts";
import { htmlPieces, linePieces, textPieces } from "./pieces.ts";
import { usesTwig } from "./tag-syntax.ts";
import type { MergeValues } from "./values.ts";

export type EmailSource = {
  subject: string;
  preheader: string;
  html: string;
  /** null: generated from the HTML. */
  text: string | null;
  footerHtml?: string | null;
  /** The language of a marketing e-mail: one without an unsubscribe link gets an unsubscribe line in this language. */
  optOut?: string | null;
};

export type PlanOptions = {
  tracking?: TrackingOptions | null;
  utm?: Utm | null;
  linkParams?: readonly LinkParam[];
  /** The number of the first link; 1 by default. */
  firstLink?: number;
  /** Links to surveys of the service at this URL carry the recipient's token. */
  publicUrl?: string;
};

/** An e-mail compiled once for all its recipients. */
export type EmailPlan = {
  subject: readonly Piece[];
  preheader: readonly Piece[];
  html: readonly Piece[];
  text: readonly Piece[];
  expressions: readonly Expression[];
  links: readonly PlanLink[];
  issues: readonly ContentIssue[];
  /** The MIME boundary; the same for all recipients. */
  boundary: string;
  /** The e-mail contains Twig, which is rendered per recipient; see twig.ts. */
  hasTwig: boolean;
  /** The text part is generated from the HTML. */
  isTextGenerated: boolean;
};

export type RenderedEmail = { subject: string; preheader: string; html: string; text: string };

/** Throws InvalidHeader for a line break in the subject or preheader, ContentTooLarge and ContentTooComplex. */
export async function compilePlan(
  sandbox: CompanySandbox,
  email: EmailSource,
  options: PlanOptions = {},
): Promise<EmailPlan> {
  checkEmail(email);
  const { html, preheader, text, footerHtml, optOut } = email;
  const source = { html, preheader, text, footerHtml: footerHtml ?? "", optOut: optOut ?? null };
  return buildPlan(email, await compileHtml(sandbox, source), options);
}

function checkEmail(email: EmailSource) {
  const parts = [email.subject, email.preheader, email.html, email.text ?? "", email.footerHtml ?? ""];
  if (parts.some(({ length }) => length > MAX_SOURCE_CHARS)) throw new ContentTooLarge();
  checkLine("Subject", email.subject);
  checkLine("Preheader", email.preheader);
}

/** The plan of an e-mail whose HTML is compiled. */
export function buildPlan(email: EmailSource, { html, text }: CompiledHtml, options: PlanOptions = {}): EmailPlan {
  const expressions = new Expressions();
  const links: PlanLink[] = [];
  const hasTwig = [email.subject, email.preheader, html, text].some(usesTwig);
  const target = {
    hasTwig,
    expressions,
    links,
    firstLink: options.firstLink ?? 1,
    numbers: new Map<string, number>(),
    tracking: options.tracking ?? null,
    params: toLinkParams(options.utm, options.linkParams),
    publicUrl: options.publicUrl ?? null,
  };
  const pieces = {
    subject: linePieces(email.subject, expressions),
    preheader: linePieces(email.preheader, expressions),
    html: htmlPieces(html, target),
    text: textPieces(text, target),
  };
  const boundary = `=_${createHash("sha256").update(html).update(text).digest("hex").slice(0, 24)}`;
  return {
    ...pieces,
    expressions: expressions.list,
    links,
    issues: [
      ...tagIssues(email.subject, "subject"),
      ...tagIssues(email.preheader, "preheader"),
      ...tagIssues(email.html, "html"),
      ...tagIssues(email.footerHtml ?? "", "footer"),
      ...tagIssues(email.text ?? "", "text"),
    ],
    boundary,
    isTextGenerated: email.text === null,
    hasTwig,
  };
}

/** What a recipient sees. */
export function renderPlan(plan: EmailPlan, values: MergeValues): RenderedEmail {
  if (plan.hasTwig) throw new TypeError("expand Twig for each recipient before rendering");
  const evaluated = evaluateAll(plan.expressions, values);
  return {
    subject: oneLine(fillPieces(plan.subject, evaluated)),
    preheader: oneLine(fillPieces(plan.preheader, evaluated)),
    html: fillPieces(plan.html, evaluated),
    text: fillPieces(plan.text, evaluated),
  };
}

/** Empty values leave double blanks behind. */
const oneLine = (text: string) => text.replace(/ {2,}/g, " ").trim();

/** A line break by the author in a header is rejected; one in a value becomes a blank. */
function checkLine(header: string, text: string) {
  if (/[\r\n\0]/.test(text)) throw new InvalidHeader(header);
}
