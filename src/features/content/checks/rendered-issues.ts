import { sandboxOf, type Context } from "../../../context.ts";
import { InvalidHeader } from "../../../mail/mime-header.ts";
import { ContentTooComplex } from "../../../mail/render/complexity.ts";
import type { ContentIssue } from "../../../mail/render/content-issue.ts";
import { MAX_HTML_BYTES } from "../../../mail/render/limits.ts";
import { resolveLink, type LinkParam, type PlanLink, type Utm } from "../../../mail/render/links.ts";
import { compilePlan, renderPlan, type EmailSource } from "../../../mail/render/plan.ts";
import { expandTwig, twigIssue } from "../../../mail/render/twig.ts";
import { emailLanguage } from "../../../mail/render/email-language.ts";
import type { MergeValues } from "../../../mail/render/values.ts";
import { sampleMergeValues } from "../samples/samples.ts";

/** What decides, besides the content, how long the e-mail of a recipient is. */
export type SendingSettings = {
  readonly shopId: string | null;
  /** Language of a variant. */
  readonly language: string | null;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  readonly utm: Utm | null;
  readonly linkParams: readonly LinkParam[];
  /** The signature of the list or segment that a campaign is sent to. */
  readonly signatureHtml?: string;
};

export const defaultSendingSettings: SendingSettings = {
  shopId: null,
  language: null,
  trackOpens: true,
  trackClicks: true,
  utm: null,
  linkParams: [],
};

export type SampleRendering = {
  /** Twig that fails, and HTML that mailboxes would clip. */
  readonly issues: readonly ContentIssue[];
  /** Links whose merge tags leave them empty, such as the address of a shop that has none. */
  readonly emptyLinks: readonly ContentIssue[];
  /** Size of the HTML; null when it cannot be rendered. */
  readonly bytes: number | null;
  /** Addresses of its links, which may hold merge tags. */
  readonly links: readonly string[];
};

const notRendered: SampleRendering = { issues: [], emptyLinks: [], bytes: null, links: [] };

/** Renders the e-mail for a sample contact. */
export async function renderSample(
  ctx: Context,
  email: Omit<EmailSource, "text">,
  settings: SendingSettings,
): Promise<SampleRendering> {
  // Content that is too long to save is reported by the lint.
  if (Buffer.byteLength(email.html) > MAX_HTML_BYTES) return notRendered;
  const { db, publicUrl } = ctx;
  const sandbox = sandboxOf(ctx);
  const { shopId, language, trackOpens: opens, trackClicks: clicks, utm, linkParams, signatureHtml } = settings;
  const parts = [email.subject, email.preheader, email.html, email.footerHtml];
  const sample = { shopId, language, email: "jana@example.com", publicUrl, now: ctx.clock.now(), parts, signatureHtml };
  const values = withSentLinks(await sampleMergeValues(db, sample), publicUrl);
  try {
    const source = { ...email, text: null, optOut: emailLanguage(language, values) };
    const plan = await compilePlan(sandbox, source, { tracking: { base: publicUrl, clicks, opens }, utm, linkParams });
    const [outcome] = await expandTwig(plan, [values], { render: sandbox.previewTwig });
    if (outcome === undefined) throw new Error("expected one plan for the recipient, but got none");
    if (!outcome.ok) return { ...notRendered, issues: [twigIssue(outcome.failure)] };
    const bytes = Buffer.byteLength(renderPlan(outcome.plan, values).html);
    const { links } = outcome.plan;
    const urls = links.map(({ url }) => url);
    return { issues: sizeIssues(bytes), emptyLinks: emptyLinkIssues(links, values), bytes, links: urls };
  } catch (error) {
    // Other rules report a line break in the subject and content that is too complex.
    if (error instanceof InvalidHeader || error instanceof ContentTooComplex) return notRendered;
    throw error;
  }
}

/** The link is as long as those of a company with millions of contacts. */
const withSentLinks = (values: MergeValues, publicUrl: string): MergeValues => {
  const page = (path: string) => `${publicUrl}/${path}/${"x".repeat(38)}`;
  const links = { ...values.links, unsubscribe: page("u"), preferences: page("u"), browser: page("v") };
  return { ...values, links, token: "x".repeat(26) };
};

/** Without a shop it is not known which addresses will be there. */
function emptyLinkIssues(links: readonly PlanLink[], values: MergeValues): ContentIssue[] {
  if (values.shop === null) return [];
  const empty = new Set(links.filter((link) => resolveLink(link, values) === undefined).map(({ url }) => url));
  return [...empty].map((url) => ({ code: "link_empty", severity: "warning", params: { url } }));
}

function sizeIssues(bytes: number): ContentIssue[] {
  if (bytes <= MAX_HTML_BYTES) return [];
  return [{ code: "html_too_large", severity: "warning", params: { bytes, max: MAX_HTML_BYTES, sent: true } }];
}
