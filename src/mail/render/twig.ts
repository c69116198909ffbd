import type { DeferReason, TwigFailure, TwigJob, TwigOutcome } from "../../sandbox/twig/protocol.ts";
import { stripActiveContent } from "./active-content.ts";
import { blockVariables } from "./block-tags.ts";
import type { ContentIssue } from "./content-issue.ts";
import { escapeHtml, escaperFor } from "./escape.ts";
import { joinPieces, type Expression, type Piece } from "./expression.ts";
import type { EmailPlan } from "./plan.ts";
import { mergeTags } from "./tags.ts";
import { htmlToText } from "./text-part.ts";
import { customFieldText, fillToken, type MergeValues } from "./values.ts";

/** Renders the templates of one company. */
export type TwigRenderer = (job: TwigJob) => Promise<TwigOutcome[]>;

export type TwigExpansion =
  | { ok: true; plan: EmailPlan }
  /** `cause`: not the template failed, but what prepares its variables or reads its output. */
  | { ok: false; failure: TwigFailure; deferReason?: DeferReason; cause?: unknown };

/**
 * Expressions pass through Twig as these placeholders and are filled afterwards, so that escaping by context still
 * applies.
 */
const OPEN = "\ue000";
const CLOSE = "\ue001";
const placeholders = /\ue000(\d{1,6})\ue001/g;

const toTemplate = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : `${OPEN}${piece}${CLOSE}`)).join("");

/** The plan of one recipient with Twig rendered. `extra` are further variables (an order), the same for all recipients. */
export async function expandTwig(
  plan: EmailPlan,
  recipients: readonly MergeValues[],
  options: { render: TwigRenderer; extra?: Readonly<Record<string, unknown>> },
): Promise<TwigExpansion[]> {
  if (!plan.hasTwig) return recipients.map(() => ({ ok: true, plan }));
  const { subject, preheader, html, text } = plan;
  const templates = {
    subject: toTemplate(subject),
    preheader: toTemplate(preheader),
    html: toTemplate(html),
    ...(plan.isTextGenerated ? {} : { text: toTemplate(text) }),
  };
  const attempts = recipients.map((values) => ({
    values,
    ...attempt(() => ({ ...twigContext(values), ...options.extra })),
  }));
  const contexts = attempts.flatMap((each) => (each.ok ? [each.made] : []));
  const outcomes = (await options.render({ templates, contexts })).values();
  return attempts.map((each): TwigExpansion => {
    if (!each.ok) return each;
    const outcome = outcomes.next().value;
    if (outcome === undefined) throw new Error("expected an outcome for each recipient of the batch");
    if (!outcome.ok) return outcome;
    const expanded = attempt(() => withOutputs(plan, outcome.outputs, each.values));
    return expanded.ok ? { ok: true, plan: expanded.made } : expanded;
  });
}

/** An exception for one recipient leaves the others as they are; the caller decides what it means. */
function attempt<Made>(
  make: () => Made,
): { ok: true; made: Made } | { ok: false; failure: TwigFailure; cause: unknown } {
  try {
    return { ok: true, made: make() };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { ok: false, failure: { reason: "runtime", message }, cause };
  }
}

function withOutputs(plan: EmailPlan, outputs: Readonly<Record<string, string>>, values: MergeValues): EmailPlan {
  const { expressions } = plan;
  const toPieces = (name: string) => fromOutput(outputs[name] ?? "", expressions.length);
  const isWebAddress = (index: number) => expressions[index]?.key.startsWith("address|") === true;
  const rendered = withTrackedItems(outputs["html"] ?? "", values);
  const output = stripActiveContent(rendered, { placeholder: placeholders, isWebAddress });
  const line = (name: string) => toPieces(name).map((piece) => (typeof piece === "string" ? toLine(piece) : piece));
  const text = plan.isTextGenerated ? textFrom(plan, output) : toPieces("text");
  return {
    ...plan,
    expressions: withPlain(expressions),
    subject: line("subject"),
    preheader: line("preheader"),
    html: fromOutput(output, expressions.length),
    text,
    hasTwig: false,
  };
}

/** Links that a template makes of the addresses of products and articles lead where those of the blocks lead. */
function withTrackedItems(html: string, { blocks, token }: MergeValues): string {
  const links = new Map(
    Object.values(blocks).flatMap((block) =>
      [...block.links].flatMap(([url, address]) => [
        [url, address] as const,
        [escapeHtml(url), escapeHtml(address)] as const,
      ]),
    ),
  );
  if (links.size === 0) return html;
  return html.replace(/(\shref\s*=\s*)("[^"]*"|'[^']*')/gi, (written, start: string, quoted: string) => {
    const address = links.get(quoted.slice(1, -1).trim());
    return address === undefined ? written : `${start}"${fillToken(address, token)}"`;
  });
}

/** Line breaks in merge values become blanks in headers. */
const toLine = escaperFor("line");

/** The placeholders of the HTML, and the same as they appear in a text part made from it. */
const withPlain = (expressions: readonly Expression[]): Expression[] => [
  ...expressions,
  ...expressions.map((each) => ({ ...each, key: `plain|${each.key}`, evaluate: each.evaluatePlain })),
];

function textFrom({ expressions }: EmailPlan, html: string): Piece[] {
  const pieces = fromOutput(htmlToText(html), expressions.length);
  return pieces.map((piece) => (typeof piece === "number" ? piece + expressions.length : piece));
}

function fromOutput(output: string, expressions: number): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of output.matchAll(placeholders)) {
    pieces.push(output.slice(end, match.index));
    const index = Number(match[1]);
    if (index < expressions) pieces.push(index);
    end = match.index + match[0].length;
  }
  pieces.push(output.slice(end));
  return joinPieces(pieces);
}

/**
 * The variables of a template: every tag by its name (`df_name`), contact, shop, company, custom and coupons as objects,
 * and products and articles as lists by key.
 */
export function twigContext(values: MergeValues): Record<string, unknown> {
  const { contact, shop, company, links, coupons, blocks } = values;
  const custom = Object.keys(contact.customFields ?? {}).map((id) => [id, customFieldText(values, id)] as const);
  return {
    ...Object.fromEntries(mergeTags.map(({ name, read }) => [name, read(values)])),
    ...Object.fromEntries(custom.map(([id, text]) => [`df_custom_${id}`, text])),
    contact: { ...contact, customFields: contact.customFields ?? {} },
    custom: Object.fromEntries(custom),
    shop: { ...shop },
    company: { ...company },
    // Some values are signed lazily; they are all read here.
    links: {
      unsubscribe: links.unsubscribe,
      preferences: links.preferences,
      confirmation: links.confirmation,
      browser: links.browser,
    },
    coupons,
    ...blockVariables(blocks),
  };
}

/** A render failure as a content issue. */
export const twigIssue = ({ reason, message, template, line, column }: TwigFailure): ContentIssue => ({
  code: `twig_${reason}`,
  severity: "error",
  ...(line === undefined ? {} : { line }),
  ...(column === undefined ? {} : { column }),
  params: { reason: message, ...(template === undefined ? {} : { part: template }) },
});
