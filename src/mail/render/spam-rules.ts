import { getAttribute, imagesOf, linksOf, type ParsedHtml } from "./lint-html.ts";
import { MAX_HTML_BYTES } from "./limits.ts";
import { isConfirmation } from "./issues.ts";
import { isAllCaps } from "./lint.ts";
import { hasUnsubscribeLink } from "./unsubscribe-link.ts";

export type SpamInput = { subject: string; html: string; text: string; checked: ParsedHtml };

/** Matches, or none. The points of a rule may grow with their number. */
export type SpamRule = {
  code: string;
  points: number;
  maxPoints?: number;
  /** The e-mail must not be sent at all. */
  isBlocking?: true;
  find: (email: SpamInput) => readonly string[];
};

const phrases =
  /\b(?:100\s?% (?:free|zdarma|zadarmo)|act now|buy now|cash bonus|casino|click here|double your|earn (?:extra )?money|free (?:gift|money|access)|guaranteed|lottery|lowest price|make money|million dollars|miracle|no obligation|risk[- ]free|urgent|viagra|winner|work from home|you have been selected|klikn(?:ěte|ite) (?:zde|sem)|zaručen[ýáé]|garantovan[ýáé] výhra|vyhr[aá]l(?:i|a)? jste|vyhrali ste|výhra|půjčk[ay]|pôžičk[ay]|rychl[éý] peníze|vydělej(?:te)?|zarob(?:te)?|bez rizika|zázračn[ýáé]|hubnutí|chudnutie|kasino|pouze dnes|iba dnes)(?![\p{L}])/giu;

const shorteners =
  /^(?:bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|cutt\.ly|rebrand\.ly|1url\.cz|jdem\.cz|zkr\.cz)$/i;

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.toLowerCase() : "");
const siteOf = (host: string) =>
  host
    .replace(/^www\./, "")
    .split(".")
    .slice(-2)
    .join(".");
const foundIf = (isFound: boolean, what = "") => (isFound ? [what] : []);
const hosts = ({ checked }: SpamInput) =>
  linksOf(checked)
    .map(({ url }) => hostOf(url))
    .filter((host) => host !== "");
const has =
  (...names: readonly string[]) =>
  ({ checked }: SpamInput) => [
    ...new Set(checked.scan.elements.map(({ name }) => name).filter((name) => names.includes(name))),
  ];

/** Deterministic: the same e-mail always has the same score. */
export const spamRules: readonly SpamRule[] = [
  { code: "subject_empty", points: 2, find: ({ subject }) => foundIf(subject.trim() === "") },
  { code: "subject_capitals", points: 1.5, find: ({ subject }) => foundIf(isAllCaps(subject)) },
  { code: "subject_exclamations", points: 1, find: ({ subject }) => foundIf(/!{2,}|!.*!/.test(subject)) },
  { code: "subject_money", points: 0.5, find: ({ subject }) => subject.match(/[$€£]{2,}|\${1,3}\d|100\s?%/g) ?? [] },
  { code: "subject_fake_reply", points: 1.5, find: ({ subject }) => subject.match(/^\s*(?:re|fwd?|odp)\s*:/i) ?? [] },
  { code: "subject_phrases", points: 1, maxPoints: 3, find: ({ subject }) => subject.match(phrases) ?? [] },
  { code: "phrases", points: 0.4, maxPoints: 3, find: ({ text }) => unique(text.match(phrases) ?? []) },
  {
    code: "exclamations",
    points: 1,
    find: ({ text }) => foundIf((text.match(/!/g) ?? []).length > 10 || /!{3,}/.test(text)),
  },
  { code: "capitals", points: 1.5, find: ({ text }) => foundIf(text.length > 40 && isAllCaps(text)) },
  {
    code: "images_only",
    points: 2.5,
    find: (email) => foundIf(countWords(email) < 20 && imagesOf(email.checked).length > 0),
  },
  {
    code: "little_text",
    points: 1,
    find: (email) => foundIf(countWords(email) >= 20 && imagesOf(email.checked).length * 12 > countWords(email)),
  },
  {
    code: "no_text",
    points: 2,
    find: (email) => foundIf(countWords(email) === 0 && imagesOf(email.checked).length === 0),
  },
  { code: "html_too_large", points: 2, find: ({ html }) => foundIf(Buffer.byteLength(html) > MAX_HTML_BYTES) },
  {
    code: "unsubscribe_missing",
    points: 2,
    find: ({ html }) => foundIf(!isConfirmation(html) && !hasUnsubscribeLink(html)),
  },
  {
    code: "link_shortener",
    points: 2,
    maxPoints: 4,
    find: (email) => unique(hosts(email).filter((host) => shorteners.test(host))),
  },
  {
    code: "link_to_ip",
    points: 3,
    find: (email) => unique(hosts(email).filter((host) => /^(?:\d{1,3}\.){3}\d{1,3}$|^\[/.test(host))),
  },
  { code: "link_disguised", points: 4, maxPoints: 8, find: disguisedLinks },
  {
    code: "link_to_program",
    points: 6,
    isBlocking: true,
    find: ({ checked }) =>
      linksOf(checked)
        .map(({ url }) => url.split(/[?#]/)[0] ?? "")
        .filter((path) => /\.(?:exe|scr|bat|cmd|js|vbs|msi|jar|apk|hta|ps1|lnk|iso)$/i.test(path)),
  },
  {
    code: "links_insecure",
    points: 0.5,
    find: ({ checked }) =>
      linksOf(checked)
        .map(({ url }) => url)
        .filter((url) => /^http:/i.test(url))
        .slice(0, 5),
  },
  {
    code: "links_many",
    points: 1,
    find: ({ checked }) => foundIf(linksOf(checked).length > 80, String(linksOf(checked).length)),
  },
  { code: "many_sites", points: 1, find: (email) => foundIf(new Set(hosts(email).map(siteOf)).size > 12) },
  { code: "script", points: 10, isBlocking: true, find: has("script") },
  {
    code: "script_handler",
    points: 5,
    find: ({ checked }) =>
      unique(
        checked.scan.elements.flatMap(({ attributes }) =>
          attributes.map(({ name }) => name).filter((name) => /^on[a-z]/.test(name)),
        ),
      ),
  },
  { code: "embedded", points: 4, find: has("iframe", "object", "embed", "applet") },
  { code: "form", points: 1.5, find: has("form") },
  { code: "password_field", points: 10, isBlocking: true, find: passwordFields },
  { code: "hidden_text", points: 1.5, find: hiddenText },
  {
    code: "image_embedded",
    points: 1,
    find: ({ checked }) => foundIf(imagesOf(checked).some(({ src }) => /^data:/i.test(src))),
  },
];

const unique = (words: readonly string[]) => [...new Set(words.map((word) => word.toLowerCase()))].slice(0, 10);
const countWords = ({ text }: SpamInput) => text.replace(/https?:\S+/g, "").match(/\p{L}{2,}/gu)?.length ?? 0;

/** The text of a link shows one address, its target is on another site. */
function disguisedLinks({ checked }: SpamInput): string[] {
  const { masked, scan } = checked;
  const closings = scan.closing.filter(({ name }) => name === "a").map(({ start }) => start);
  let next = 0;
  return linksOf(checked).flatMap(({ end, url }) => {
    while ((closings[next] ?? end) < end) next += 1;
    const close = Math.min(closings[next] ?? end, end + 1000);
    const shown = masked.text
      .slice(end, close)
      .replace(/<[^>]*>/g, "")
      .trim();
    const [address] = /^(?:https?:\/\/|www\.)[^\s]+$/i.exec(shown) ?? [];
    if (address === undefined) return [];
    const shownHost = hostOf(/^http/i.test(address) ? address : `https://${address}`);
    const host = hostOf(url);
    return host !== "" && shownHost !== "" && siteOf(host) !== siteOf(shownHost) ? [`${shownHost} → ${host}`] : [];
  });
}

const valueIn = ({ checked }: SpamInput, element: ParsedHtml["scan"]["elements"][number], name: string) => {
  const attribute = getAttribute(element, name);
  return attribute === undefined ? "" : checked.masked.text.slice(attribute.start, attribute.end);
};

function passwordFields(email: SpamInput): string[] {
  return foundIf(
    email.checked.scan.elements.some(
      (element) => element.name === "input" && /^password$/i.test(valueIn(email, element, "type")),
    ),
  );
}

/** Preheaders are hidden too; only zero-size text and text in the background colour count. */
function hiddenText(email: SpamInput): string[] {
  return foundIf(
    email.checked.scan.elements.some((element) => {
      const style = valueIn(email, element, "style").replace(/\s+/g, "").toLowerCase();
      if (!["p", "span", "font", "a"].includes(element.name)) return false;
      return /(?:^|;)font-size:0(?:px)?(?:;|$)/.test(style) || /(?:^|;)visibility:hidden/.test(style);
    }),
  );
}
