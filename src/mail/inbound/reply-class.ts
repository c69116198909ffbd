import { fold } from "../../kernel/text.ts";

/**
 * Why a server refused a message. `hard`: the address is unusable; `soft`: it may work another time. A refusal of the
 * sender (reputation, content, server rules) says nothing about the address: soft, code `policy`, and it never counts
 * towards giving the address up.
 */
export type BounceClass = {
  readonly kind: "hard" | "soft";
  /** The enhanced status code (RFC 3463), or `policy`. */
  readonly code: string;
};

export const policyBounce: BounceClass = { kind: "soft", code: "policy" };

export type ServerReply = {
  /** The three-digit reply code, if known. */
  readonly code?: number | undefined;
  readonly status?: string | undefined;
  readonly text: string;
};

type ReplyRule = { readonly kind: "hard" | "soft" | "policy"; readonly code: string; readonly words: RegExp };

/**
 * Patterns without case and diacritics. Replies of the relay about us as its client: whether we may send through it,
 * and how much. `your account` is ours.
 */
const relayRejectionRule: ReplyRule = {
  kind: "policy",
  code: "policy",
  words: new RegExp(
    [
      "relay(ing)? (access |mail )?(to .{0,60} )?(is |was )?(denied|refused|prohibited|disabled|forbidden|not (permitted|allowed|authori[sz]ed|available))",
      "(unable|unauthori[sz]ed|(not|isn'?t|aren'?t) (permitted|allowed|authori[sz]ed|configured)|cannot|can'?t|do(es)? not|don'?t|won'?t|will not|refus\\w{0,4}) (to )?relay|\\bno relaying\\b|open relay|allowed rcpthosts",
      "authentication (is )?(required|failed|needed)|(must|need to|have to) (first )?(be )?authenticat|not (been )?(authenticated|logged in)|smtp auth|auth(entication)? credentials|must issue a starttls|starttls (is )?required|encryption (is )?required|pop before smtp",
      "(client host|helo command|sender address) rejected|max(imum)? (e-?mails|messages) per (hour|day)|exceeded your quota",
      "(daily|hourly|monthly|per[ -](hour|day|minute))\\b.{0,40}\\b(limit|quota|allowance|maximum)|(sending|submission|outgoing|outbound|relay|sender'?s?) (rate )?(limit|quota|allowance)\\b|(limit|quota) (exceeded )?(for|of) (the |this |your )?(sender|sending|day)\\b",
      "\\byour (\\w+ )?(account|subscription|plan|organi[sz]ation|trial)\\b.{0,60}\\b(suspended|disabled|deactivated|blocked|locked|expired|closed|restricted|exceeded|inactive|not (active|activated|verified|allowed)|under review)|sending (is |has been |was )?(paused|suspended|disabled)|(enough|maximum|insufficient) credits?\\b",
      "not allowed to send|not (permitted|authori[sz]ed|allowed) to (send|use this|submit)|send ?as ?denied|permissions? to send|bad outbound sender|(sender|from|identity|identities|domain)\\b.{0,60}\\bnot verified|e-?mail address is not verified|unverified (sender|domain|identity)|failed the check in region",
    ].join("|"),
  ),
};

/** The domain accepts no mail at all (RFC 7505). */
const nullMxRule: ReplyRule = {
  kind: "hard",
  code: "5.1.10",
  words:
    /^(?!.*sender).*((mx|srv) record indicated no smtp service|null ?mx|does ?n.?t receive e?mail according to|host (\S+ )?does not accept mail)/,
};

/**
 * Trouble of a name server or of a mailbox's own programs: it is over some time, whatever status stands beside it. Their
 * code wins over that of the report.
 */
const faultRules: readonly ReplyRule[] = [
  {
    kind: "soft",
    code: "4.4.3",
    words:
      /(not found|not reachable|name service error)\b.{0,80}\btry (it )?again|malformed or unexpected name server|temporary (name|dns)|\bservfail\b|(dns|name ?server).{0,40}(temporar|timed? ?out)/,
  },
  {
    kind: "soft",
    code: "4.3.5",
    words:
      /(procmail|maildrop|mail\.local|dovecot-lda|deliver): (could ?n.t|can ?not|can't|unable to) (create|open|write|lock)/,
  },
];

/** Servers that reject the sender often use the code of an unknown user. */
const senderPolicyRule: ReplyRule = {
  kind: "policy",
  code: "policy",
  words: new RegExp(
    [
      "spamhaus|spamcop|barracuda|sorbs\\b|uceprotect|abuseat|proofpoint\\.com|senderscore|dnsbl|\\brbls?\\b|\\bcbl\\b",
      "black ?-?list|block ?list|blocked (using|by|because|due|for|from|-)|has been blocked|(?<!recipient (account|mailbox) )is blocked|client host .{0,60}blocked",
      "ip .{0,60}(is )?(listed|banned)|banned sending|\\bpoor reputation|low reputation|reputation of",
      "\\bspam\\b(?!.{0,20}folder)|spamming|spam-?like|\\bjunk mail|unsolicited|bulk mail|considered (as )?spam|nevyzadan",
      "\\bspf\\b|\\bdkim\\b|\\bdmarc\\b|unauthenticated (e-?mail|sender)|sender (policy|id|verify|verification)|authentication (checks|required|failed)",
      "virus|malware|phish|suspicious|malicious|prohibited|content (was )?(rejected|refused|denied|filter)|message content|attachment (type|rejected)",
      "policy (reason|rejection|violation|restriction)|anti-?spoofing|no smtp service here|limits for how many messages|\\bip=\\S+ - a problem|delivery is not allowed|:blocked\\)|administrative(ly)? (prohibit|denied)|local policy|due to .{0,30}policy|security polic",
      "rate.?limit|too many (messages|connections|recipients|errors|e-?mails)|throttl|sending rate|unusual rate|limit exceeded for sender",
      "gr[ae]y ?-?list|try again later.{0,30}gr[ae]y|temporarily deferred|not accepted for policy",
      "(sender|from) (address )?(is )?(rejected|denied|refused|not allowed|blacklisted)|sender domain|reverse (dns|hostname|lookup)|\\bptr\\b|\\b(e?helo) (command )?(rejected|refused)|(invalid|bad) e?helo",
      "refused due to recipient preferences|(ip|connection) frequency limited|(host network|server access).{0,60}(not allowed|forbidden)|mail rejete\\b|service refuse\\b|protocol violation|(denied|rejected) by (the )?policy|too many unwanted|rdns record|unroutable sender|insecure mail relay|ip name lookup failed|permission to post messages|groups\\.google\\.com/support",
      "invalid ip\\b|ip (address )?(is )?(invalid|not allowed) for sending|receiving mail (at a rate|too quickly)|prevents additional messages",
      "invalid domain (name$|in mail from|name in mail from)|501 (5\\.\\d\\.\\d )?invalid domain name|my name was rejected|(sender|from|helo|ehlo)( address| command)?\\b[^.]{0,60}(domain|host)[^.]{0,40}(does not exist|doesn'?t exist|not found|does not resolve|invalid)|domain of (the )?sender( address)?\\b.{0,80}(does not exist|doesn'?t exist|not found|does not resolve|invalid)|invalid dns mx or a|mx or a/aaaa",
      "doesn'?t want your mail|does not want (your|to receive)|recipient .{0,20}(blocked|rejects) (you|messages from)|refused by (the )?recipient'?s",
    ].join("|"),
  ),
};

const addressRules: readonly ReplyRule[] = [
  {
    kind: "soft",
    code: "5.2.2",
    words: new RegExp(
      [
        "(mail ?box|inbox|quota|storage|schranka|postfach|skrzynka|boite)\\b.{0,60}\\b(full|exceed|exceeded|over ?quota|plna|pln[ay]|preplnena|uberfullt|voll|pelna|pleine)",
        "over ?-?quota|quota (exceeded|full|violation)|exceed(s|ed|ing)?\\b.{0,40}\\bquota|out of (storage|disk) space|disk quota|insufficient (disk|mailbox) space",
        "not enough (storage|space|disk)|mailbox (size limit|has exceeded)|mailfolder is full|prekroc.{0,30}(kvot|velikost schranky|limit schranky)|kvota.{0,30}prekroc",
        "nedostatek mista|nedostatok miesta|schranka .{0,40}(plna|preplnena)|(full|plna) (mailbox|schranka)|user has too many messages|account is full",
      ].join("|"),
    ),
  },
  {
    kind: "policy",
    code: "policy",
    words:
      /message (too (large|big)|size exceeds)|exceeds (the )?(maximum|size)|size limit|zprava je prilis velka|sprava je prilis velka/,
  },
  {
    kind: "hard",
    code: "5.2.1",
    words: new RegExp(
      [
        "(account|mailbox|user|address|recipient|schranka|ucet|konto)\\b.{0,40}\\b(has been |is |was |byl[aoy]? |bol[aoy]? )?(disabled|inactive|suspended|deactivated|discontinued|closed|expired|terminated|no longer (active|available|in use|valid))",
        "(disabled|inactive|suspended|deactivated|closed) (account|mailbox|user|recipient)|not? (an )?active (user|account|mailbox)|no longer (works|employed|with (us|the company))",
        "(schranka|ucet|konto|adresa)\\b.{0,40}\\b(zrusen|zablokovan|deaktivovan|vypnut|neaktivni|neaktivna|pozastaven|zanikl)|mailbox unavailable or access denied",
        "mailbox is frozen|account is locked email bounced|recipient account is blocked|compte du destinataire est bloque",
      ].join("|"),
    ),
  },
  {
    kind: "hard",
    code: "5.1.1",
    words: new RegExp(
      [
        "(user|recipient|mailbox|mail box|account|address|addressee|e-?mail|customer|person|destinatario|usuario|utilisateur)\\b.{0,60}\\b(unknown|not (be )?found|does ?n.?t exist|do(es)? not exist|not exist|not known|invalid|not available here|not listed|not valid|undeliverable|unroutable|no such|not recogni[sz]ed|inconnu|no existe|desconocido)",
        "\\b(unknown|invalid|no such|non-?existent|nonexisting|undeliverable|unrouteable|unroutable|bad|illegal) (or illegal )?(final delivery )?(alias|user ?id|user|recipient|mailbox|address|account|local ?-?part|destination|person|mail ?drop|virtual|rcpt|e-?mail)",
        "no such (mailbox|user|account|recipient|person|address|alias)|no (mailbox|user|account|recipient|person|one)\\b.{0,30}\\b(here|by that name|with that name|found|exist)|not (a|our) (valid|known|customer|local user)|isn'?t a valid|not a valid (mailbox|recipient|user|address)",
        "doesn'?t have an? .{0,40}account|hasn'?t got the service|not our customer|nosuchuser|recipnotfound|user_not_found|recipient not found|addressee unknown|said no such|no valid recipients for this mm|this address no longer",
        "(uzivatel|adresat|prijemce|prijemca|schranka|adresa|ucet|mailbox|pouzivatel)\\b.{0,60}\\b(neexistuj|nezname?y?\\b|neznam|nenalezen|nebyl[ao]? nalezen|nenajden|neni znam|nie je znam|nebola najden|nejestvuj)",
        "(neexistujici|neexistujuc|neznam[ya]|neplatn[ya])\\w* (uzivatel|adresat|prijemce|prijemca|schranka|adresa|pouzivatel|ucet)",
        "empfanger.{0,40}(unbekannt|existiert nicht|nicht gefunden)|unbekannter (empfanger|benutzer)|(uzytkownik|konto|adres|skrzynka)\\b.{0,40}nie istnieje|nieznany (uzytkownik|adresat)",
        // Domino in Japanese, folded: not found in the directory.
        "ティレクトリ.{0,10}(見つかりません|ありません)",
        "permanent failure - bad destination mailbox|bad destination mailbox address|mailbox unavailable",
        // Office 365 says it of addresses that its directory does not hold.
        "recipient address rejected: access denied.{0,20} ?(as\\(\\d+\\)|\\[[\\w.-]+\\.outlook\\.com)",
      ].join("|"),
    ),
  },
  {
    kind: "hard",
    code: "5.1.2",
    words: new RegExp(
      [
        "(host|domain|domena|server)\\b.{0,60}\\b(not found|does not exist|doesn'?t exist|unknown|non-?existent|neexistuje|nenalezen|neznama)",
        "(unknown|no such|bad|invalid|non-?existent|neexistujici|neznama|unresolvable) (host|domain|domena)|nxdomain|null ?mx|does not accept (e-?)?mail|no (mx|dns) record|couldn'?t find any host|name service error.{0,60}not found",
      ].join("|"),
    ),
  },
];

const transientRules: readonly ReplyRule[] = [
  {
    kind: "soft",
    code: "4.4.7",
    words:
      /(delivery time|message|retry time(out)?|queue|zprav[ay]|sprava)\b.{0,40}\b(expired|exceeded|timed? ?out|vyprsel)|retry time not reached|could not be delivered within|been in (the )?queue too long|stayed too long/,
  },
  {
    kind: "soft",
    code: "4.4.1",
    words:
      /connection (timed out|refused|reset|dropped)|timed? ?out|no answer from host|network is unreachable|no route to host|cannot connect|unable to connect|establish an smtp connection|lost connection|conversation with .{0,60} timed/,
  },
  {
    kind: "soft",
    code: "4.3.0",
    words:
      /temporar|try (again )?later|docasn|zkuste to pozdeji|skuste neskor|service (is )?(currently )?unavailable|local (error|problem|configuration error)|mail system|system (error|not accepting)/,
  },
  { kind: "soft", code: "5.4.6", words: /too many hops|mail loop|loops? back|routing loop|hop count/ },
];

const rules = [nullMxRule, ...faultRules, relayRejectionRule, senderPolicyRule, ...addressRules, ...transientRules];

/** Codes of rules that are believed whatever status the report has. */
const decisiveCodes = new Set([nullMxRule, ...faultRules].map(({ code }) => code));

/** Names the recipient without a reason: used when no code says otherwise. */
const refusedRecipient = /\b(recipient|rcpt|user|addressee)( address)?( is| was)? (rejected|refused|denied)/;

/**
 * A permanent refusal that every recipient would get: the server does not let us send through it, or not that much. A
 * later retry may succeed.
 */
export function isRelayRejection({ code, status, text }: ServerReply): boolean {
  if (code === 530 || code === 535 || status === "5.4.5") return true;
  if (relayRejectionRule.words.test(foldedStart(text))) return true;
  return isDenied(text) && classifyReply({ code, status, text }).code === "policy";
}

const foldedStart = (text: string): string => fold(text.slice(0, 20_000)).replaceAll(/\s+/g, " ").slice(0, 4000);

/** The class that matches the text; undefined when none does. */
export function classifyWords(text: string): BounceClass | undefined {
  const folded = foldedStart(text);
  const rule = rules.find(({ words }) => words.test(folded));
  if (rule === undefined) return undefined;
  return rule.kind === "policy" ? policyBounce : { kind: rule.kind, code: rule.code };
}

/** The only words that are believed beside a status of rules (5.7.x), which a relay that rejects the sender uses. */
const missingMailbox =
  /no such (user|mailbox|recipient|account)|disabled recipient address|recipient address rejected: user account disabled|unknown (user|recipient|mailbox)|\b(user|mailbox|account|recipient)( is| was)? (unknown|not found|does ?n.t exist|does not exist)/;

/** Codes that say it alone. What stands at none of these is decided by the words, and is soft without any. */
const hardStatuses = /^5\.(1\.[1-6]|1\.10|2\.1|4\.4|4\.310)$/;
/** About rules, content, the sender, the size, the protocol, or a server that currently accepts no mail. */
const policyStatuses = /^([45]\.(7\.\d+|6\.\d+|5\.\d+|4\.5|1\.[78]|2\.3|3\.4)|5\.3\.[235])$/;
/** About the sender's address or the volume, whatever the text says. */
const senderStatuses = /^[45]\.(1\.[78]|4\.5|7\.27)$/;
/** Rules without a status code: syntax errors, credentials, filters. */
const policyCodes = new Set([500, 501, 502, 503, 504, 523, 530, 534, 535, 538, 541, 555, 571]);

export function classifyReply({ code: givenCode, status, text }: ServerReply): BounceClass {
  const enhanced = status ?? statusIn(text);
  const words = classifyWords(text);
  if (words !== undefined && decisiveCodes.has(words.code)) return words;
  if (words?.code === "policy" || senderStatuses.test(enhanced ?? "")) return policyBounce;
  const code = givenCode ?? codeIn(text);
  const isTemporary = enhanced === undefined ? isTransient(code) : enhanced.startsWith("4.");
  if (isTemporary) return { kind: "soft", code: softCode(enhanced, words) };
  if (words?.code === "5.2.2" || enhanced === "5.2.2") return { kind: "soft", code: "5.2.2" };
  return enhanced === undefined ? (words ?? classifyByCode(code, text)) : classifyByStatus(enhanced, words, text);
}

/** A permanent reply with a status: its words are believed about the mailbox alone. */
function classifyByStatus(enhanced: string, words: BounceClass | undefined, text: string): BounceClass {
  const isHard = hardStatuses.test(enhanced);
  if (words?.kind === "hard" && isAboutMailbox(enhanced, text))
    return { kind: "hard", code: isHard ? enhanced : words.code };
  if (isHard) return { kind: "hard", code: enhanced };
  const isPolicy = policyStatuses.test(enhanced) || (words === undefined && isDenied(text));
  return isPolicy ? policyBounce : { kind: "soft", code: enhanced };
}

const isAboutMailbox = (enhanced: string, text: string): boolean =>
  !enhanced.startsWith("5.7.") || missingMailbox.test(foldedStart(text));

function classifyByCode(code: number | undefined, text: string): BounceClass {
  if (isDenied(text)) return policyBounce;
  if (refusedRecipient.test(fold(text))) return { kind: "hard", code: "5.1.1" };
  return code !== undefined && policyCodes.has(code) ? policyBounce : { kind: "soft", code: "5.0.0" };
}

/** A reply without an address is not about the recipient. */
const isDenied = (text: string): boolean =>
  /(access|permission) (is )?denied|not authori[sz]ed|unauthori[sz]ed/i.test(text);

/** Temporary policy refusals are not about the address either. */
function softCode(enhanced: string | undefined, words: BounceClass | undefined): string {
  if (words?.code === "5.2.2") return "4.2.2";
  if (enhanced !== undefined && policyStatuses.test(enhanced)) return "policy";
  return enhanced ?? (words?.kind === "soft" ? words.code : "4.0.0");
}

const isTransient = (code: number | undefined) => code !== undefined && code >= 400 && code < 500;

/**
 * Three numbers may also be a version. The last status code is that of the final server; `5.0.0` says nothing when
 * there is another.
 */
export function statusIn(text: string): string | undefined {
  const found = [...text.slice(0, 4000).matchAll(/(?<![\d.])([45]\.[0-7]\.\d{1,3})(?![\d.]*\d)/g)].map(
    ([, status]) => status,
  );
  return found.findLast((status) => status !== "5.0.0" && status !== "4.0.0") ?? found.at(-1);
}

export function codeIn(text: string): number | undefined {
  const [, code] = /(?<![\d.:])([45][0-5]\d)(?=[\s-])/.exec(text.slice(0, 4000)) ?? [];
  return code === undefined ? undefined : Number(code);
}
