import { InvalidHeader } from "../mime-header.ts";
import type { TwigFailure, TwigJob, TwigOutcome } from "../twig/protocol.ts";
import type { ContentIssue } from "./content.ts";
import { joinPieces, type Expression, type Piece } from "./expression.ts";
import type { Plan } from "./plan.ts";
import { mergeTags } from "./tags.ts";
import { textOf } from "./text-part.ts";
import { customFieldText, type MergeValues } from "./values.ts";

/** Renders for one company: a TwigPool with its owner given. */
export type TwigRenderer = (job: TwigJob) => Promise<TwigOutcome[]>;

export type Unrolled = { ok: true; plan: Plan } | { ok: false; failure: TwigFailure };

/** Expressions pass through Twig as these and are filled afterwards, so that they are escaped by place as always. */
const OPEN = "\ue000";
const CLOSE = "\ue001";
const passed = /\ue000(\d{1,6})\ue001/g;

const toTemplate = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : `${OPEN}${piece}${CLOSE}`)).join("");

/**
 * A plan without Twig for each recipient. What is sent and shown is made from it as from any other. `extra` are further
 * variables (an order, products), the same for all.
 */
export async function unrollTwig(
  plan: Plan,
  people: readonly MergeValues[],
  options: { render: TwigRenderer; extra?: Readonly<Record<string, unknown>> },
): Promise<Unrolled[]> {
  if (!plan.hasTwig) return people.map(() => ({ ok: true, plan }));
  const { subject, preheader, html, text } = plan;
  const templates = {
    subject: toTemplate(subject),
    preheader: toTemplate(preheader),
    html: toTemplate(html),
    ...(plan.isTextMade ? {} : { text: toTemplate(text) }),
  };
  const contexts = people.map((values) => ({ ...twigContext(values), ...options.extra }));
  const outcomes = await options.render({ templates, contexts });
  return outcomes.map((outcome) =>
    outcome.ok ? { ok: true, plan: withOutputs(plan, outcome.outputs) } : { ok: false, failure: outcome.failure },
  );
}

function withOutputs(plan: Plan, outputs: Readonly<Record<string, string>>): Plan {
  const piecesOf = (name: string) => fromOutput(outputs[name] ?? "", plan.expressions.length);
  const line = (name: string) => {
    const pieces = piecesOf(name);
    if (pieces.some((piece) => typeof piece === "string" && /[\r\n\0]/.test(piece.trim())))
      throw new InvalidHeader(name);
    return pieces.map((piece) => (typeof piece === "string" ? piece.replace(/[\r\n]+/g, "") : piece));
  };
  const html = piecesOf("html");
  const text = plan.isTextMade ? textFrom(plan, outputs["html"] ?? "") : piecesOf("text");
  return {
    ...plan,
    expressions: withPlain(plan.expressions),
    subject: line("subject"),
    preheader: line("preheader"),
    html,
    text,
    hasTwig: false,
  };
}

/** Those of the HTML, and the same as they stand in a text made of it. */
const withPlain = (expressions: readonly Expression[]): Expression[] => [
  ...expressions,
  ...expressions.map((each) => ({ ...each, key: `plain|${each.key}`, evaluate: each.evaluatePlain })),
];

function textFrom({ expressions }: Plan, html: string): Piece[] {
  const pieces = fromOutput(textOf(html), expressions.length);
  return pieces.map((piece) => (typeof piece === "number" ? piece + expressions.length : piece));
}

function fromOutput(output: string, expressions: number): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of output.matchAll(passed)) {
    pieces.push(output.slice(end, match.index));
    const index = Number(match[1]);
    if (index < expressions) pieces.push(index);
    end = match.index + match[0].length;
  }
  pieces.push(output.slice(end));
  return joinPieces(pieces);
}

/** The variables of a template: every tag by its name (`df_name`), and contact, shop, company, custom, coupons as objects. */
export function twigContext(values: MergeValues): Record<string, unknown> {
  const { contact, shop, company, links, coupons } = values;
  const custom = Object.keys(contact.customFields ?? {}).map((id) => [id, customFieldText(values, id)] as const);
  return {
    ...Object.fromEntries(mergeTags.map(({ name, read }) => [name, read(values)])),
    ...Object.fromEntries(custom.map(([id, text]) => [`df_custom_${id}`, text])),
    contact: { ...contact, customFields: contact.customFields ?? {} },
    custom: Object.fromEntries(custom),
    shop: { ...shop },
    company: { ...company },
    links,
    coupons,
  };
}

/** A failure as an issue of the content. */
export const twigIssue = ({ reason, message, template, line, column }: TwigFailure): ContentIssue => ({
  code: `twig_${reason}`,
  severity: "error",
  ...(line === undefined ? {} : { line }),
  ...(column === undefined ? {} : { column }),
  params: { reason: message, ...(template === undefined ? {} : { part: template }) },
});
