import { fold } from "../../kernel/text.ts";

type Groups = readonly (readonly string[])[];

/** Synonyms of verbs that names of operations begin with. */
const verbSynonyms: Groups = [
  ["delete", "remove", "drop", "smazat"],
  ["create", "add", "new", "make", "vytvorit"],
  ["update", "change", "edit", "modify", "set", "rename", "upravit"],
  ["get", "read", "show", "view", "fetch", "detail"],
  ["list", "all", "find", "search", "browse", "show"],
];

/** Synonyms of words that are also a verb of another meaning. */
const nounSynonyms: Groups = [["list", "mailinglist", "audiencelist", "seznam"]];

/** Words that people use for the same thing; the first is the one that the API uses. */
const synonyms: Groups = [
  [
    "contact",
    "subscriber",
    "recipient",
    "person",
    "people",
    "somebody",
    "someone",
    "customer",
    "kontakt",
    "prijemce",
    "zakaznik",
  ],
  // People in questions such as "who opened".
  ["recipient", "who"],
  ["campaign", "newsletter", "mailing", "broadcast", "kampan", "rozesilka"],
  ["email", "mail", "message", "zprava"],
  ["segment", "cohort", "filter"],
  ["audience", "reach", "target"],
  ["automation", "workflow", "journey", "flow", "drip", "autoresponder", "automatizace"],
  ["graph", "node", "step"],
  ["unsubscribe", "optout", "leave", "odhlasit", "odhlaseni"],
  ["subscribe", "optin", "signup", "prihlaseni"],
  ["purpose", "consent", "permission", "gdpr", "souhlas", "ucel"],
  ["erase", "forget", "gdpr", "anonymize", "anonymise"],
  ["send", "deliver", "mail", "dispatch", "odeslat"],
  ["approve", "send", "publish", "launch", "schedule", "schvalit"],
  ["schedule", "plan", "time", "later", "planned"],
  ["cancel", "stop", "abort"],
  ["pause", "stop", "hold"],
  ["activate", "start", "enable", "launch", "run"],
  ["test", "try", "preview", "proof"],
  ["preview", "render", "look"],
  ["sender", "from", "fromaddress", "odesilatel"],
  ["domain", "dkim", "spf", "dmarc", "authentication", "dns"],
  ["shop", "store", "eshop", "project", "obchod"],
  ["order", "purchase", "sale", "buy", "bought", "transaction", "objednavka"],
  ["conversion", "revenue", "sale", "turnover", "income", "trzba"],
  ["product", "item", "goods", "feed"],
  ["feed", "catalog", "catalogue", "product"],
  ["coupon", "voucher", "discount", "promo", "slevovy", "kupon"],
  ["stack", "batch", "pool"],
  ["template", "layout", "design", "sablona"],
  ["content", "body", "html", "text", "obsah"],
  ["footer", "signature", "paticka"],
  ["file", "image", "picture", "upload", "asset", "media", "photo"],
  ["form", "popup", "signup", "formular"],
  ["survey", "questionnaire", "poll", "nps", "dotaznik"],
  ["landing", "microsite", "page"],
  ["statistics", "report", "analytics", "metrics", "performance", "results", "numbers", "rate", "statistika"],
  ["statistics", "open", "opened", "openrate", "click", "ctr", "clickrate"],
  ["click", "link"],
  ["bounce", "undeliverable", "undelivered", "nedoruceno"],
  ["suppression", "blocklist", "donotmail", "blacklist"],
  ["blacklist", "block", "ban", "blocklist"],
  ["complaint", "spam", "abuse"],
  ["import", "csv", "upload", "xlsx"],
  ["export", "download", "backup", "csv"],
  ["webhook", "callback", "hook", "notify"],
  ["label", "tag", "stitek"],
  ["field", "attribute", "property", "column", "pole"],
  ["custom", "own", "extra", "additional"],
  ["member", "user", "colleague", "team", "login"],
  ["company", "account", "workspace", "tenant", "firma", "ucet"],
  ["rfm", "loyal", "champion", "value"],
  ["language", "variant", "translation", "locale"],
  ["activity", "history", "event", "timeline", "log"],
  ["audit", "log", "history"],
  ["merge", "combine", "join"],
  ["copy", "duplicate", "clone"],
  ["resume", "continue", "unpause"],
  ["plan", "billing", "invoice", "price", "cost", "pay", "payment", "subscription", "tariff"],
  ["sms", "textmessage"],
  ["notification", "alert", "inbox"],
];

/**
 * The words of a text as roots: without case, diacritics and endings of plurals and verbs. `camelCase` is two words and,
 * as a name that somebody may know, one more; `opt out` is one word.
 */
export function toRoots(text: string): string[] {
  const joined = text
    .replaceAll(/\bmailing list/gi, "list")
    .replaceAll(/\b(opt|sign|log|mail|follow|e)[ -](out|in|up|mail|ing)\b/gi, "$1$2");
  return joined
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const parts = word.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").split(" ");
      return parts.length === 1 ? parts : [...parts, word];
    })
    .map(fold)
    .filter((word) => word.length > 1 && !stopWords.has(word))
    .map(toRoot);
}

const stopWords = new Set(
  "a an and as at by do does for from how i in into is it its many may me much my of on or our please that the their them this to via we what which with".split(
    " ",
  ),
);

const irregular: Readonly<Record<string, string>> = { stat: "statistic", stats: "statistic" };

function toRoot(word: string): string {
  const known = irregular[word];
  if (known !== undefined) return known;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return unsuffixed(word.slice(0, -1));
  return unsuffixed(word);
}

/** `sending`, `approved` and `activation` have the roots of `send`, `approve` and `activate`. */
function unsuffixed(word: string): string {
  const [, stem] = /^(.{3,}?)(?:ation|ate|ating|ated|ing|ed|e)$/.exec(word) ?? [];
  if (stem === undefined) return word;
  return /([^aeiouls])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

type Related = ReadonlyMap<string, ReadonlyMap<string, number>>;

function buildRelations(groups: Groups): Related {
  const related = new Map<string, Map<string, number>>();
  for (const group of groups) {
    const roots = [...new Set(group.flatMap((word) => toRoots(word)))];
    const [meant] = roots;
    for (const root of roots) {
      const known = related.get(root) ?? new Map<string, number>();
      // The word of the API means the group; other words mean each other less.
      for (const other of roots) {
        if (other !== root) known.set(other, Math.max(known.get(other) ?? 0, other === meant ? 0.7 : 0.3));
      }
      related.set(root, known);
    }
  }
  return related;
}

const related = {
  verb: buildRelations([...synonyms, ...verbSynonyms]),
  noun: buildRelations([...synonyms, ...nounSynonyms]),
};

const none: ReadonlyMap<string, number> = new Map();

/** Roots that mean nearly the same, with how near they are. */
export const relatedRoots = (root: string, kind: "verb" | "noun"): ReadonlyMap<string, number> =>
  related[kind].get(root) ?? none;

const allSynonyms = [...synonyms, ...verbSynonyms, ...nounSynonyms].map((group) => group.flatMap(toRoots));
const apiRoots = new Set(allSynonyms.map(([meant = ""]) => meant));

/** The words that the API uses instead of one that is none of its own. */
export const toApiRoots = (root: string): string[] =>
  apiRoots.has(root) ? [] : allSynonyms.flatMap(([meant = "", ...others]) => (others.includes(root) ? [meant] : []));
