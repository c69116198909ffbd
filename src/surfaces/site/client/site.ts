/// <reference lib="dom" />

// The script of a shop's pages: page visits, carts and pop-up forms. It sets no cookie and loads nothing from others.

type SiteConfig = {
  /** Address of the service. */
  readonly url: string;
  readonly key: string;
  readonly isTracking: boolean;
  readonly needsConsent: boolean;
  /** Keys of pop-up forms. */
  readonly forms: readonly string[];
};

/** Written before the script by the server. */
declare const SITE: SiteConfig;

type Details = Readonly<Record<string, unknown>>;
type VisitEvent = { type: "page_visit" | "cart"; url: string; title: string; data?: Details };

const visitorName = "postrider.visitor";
const consentName = "postrider.consent";
const maxEvents = 20;
const tokenParameter = /([?&])_pr=([^&#]*)&?/;

const ownScript = document.currentScript;
let token = "";
let visitor = "";
let answer: boolean | undefined;
let waiting: VisitEvent[] = [];

/** Storage may be blocked; the visitor then lasts as long as the page. */
function stored(name: string, value?: string | null): string | null {
  try {
    if (value === null) localStorage.removeItem(name);
    else if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Takes the mark of an e-mail's link out of the address, so that a shared address does not identify the recipient. */
function takeToken(): void {
  const found = tokenParameter.exec(location.search);
  if (found === null) return;
  token = found[2] ?? "";
  const search = location.search.replace(tokenParameter, "$1").replace(/[?&]$/, "");
  history.replaceState(history.state, "", location.pathname + search + location.hash);
}

/** The answer given in this page, then the remembered one; a refusal is remembered only where it changes something. */
function hasConsent(isNeeded = SITE.needsConsent): boolean {
  const before = stored(consentName);
  return answer ?? (before === null ? !isNeeded : before === "1");
}

function visitorId(): string {
  visitor = visitor || stored(visitorName) || "";
  if (!/^[\w-]{8,64}$/.test(visitor)) {
    visitor = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => `0${byte.toString(16)}`.slice(-2)).join(
      "",
    );
    stored(visitorName, visitor);
  }
  return visitor;
}

function add(type: VisitEvent["type"], data?: Details): void {
  if (!SITE.isTracking) return;
  const url = location.href.split("#")[0] ?? "";
  const event = { type, url: url.slice(0, 2000), title: document.title.slice(0, 500) };
  waiting.push(data === undefined ? event : { ...event, data });
  waiting = waiting.slice(-maxEvents);
  // Events of one moment are one request.
  setTimeout(send, 0);
}

function send(): void {
  if (waiting.length === 0 || !hasConsent()) return;
  const events = waiting;
  const sentToken = token;
  waiting = [];
  // Plain text needs no preflight request.
  fetch(`${SITE.url}/site/${SITE.key}/events`, {
    method: "POST",
    keepalive: true,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    headers: { "Content-Type": "text/plain" },
    body: JSON.stringify({ visitor: visitorId(), events, ...(sentToken === "" ? {} : { contact: sentToken }) }),
  }).then(
    ({ ok }) => {
      if (ok && token === sentToken) token = "";
    },
    () => undefined,
  );
}

/** With the nonce of this script, so that a strict policy of the page allows it. */
function loadForms(): void {
  for (const key of SITE.forms) {
    const script = document.createElement("script");
    script.async = true;
    script.src = `${SITE.url}/f/${key}.js`;
    if (ownScript?.nonce) script.nonce = ownScript.nonce;
    document.head.append(script);
  }
}

const api = {
  /** The answer of the page's consent banner; false also deletes the stored visitor. */
  consent(isGiven: boolean): void {
    answer = isGiven;
    stored(consentName, isGiven ? "1" : SITE.needsConsent ? null : "0");
    if (isGiven) {
      send();
      return;
    }
    stored(visitorName, null);
    if (SITE.needsConsent) for (const form of SITE.forms) stored(`postrider.form.${form}`, null);
    visitor = token = "";
    waiting = [];
  },
  page: (data?: Details): void => add("page_visit", data),
  product: (product: Details): void => add("page_visit", { product }),
  cart: (items: readonly unknown[], data: Details = {}): void => add("cart", { ...data, items }),
  /** For forms of this service, which remember how often they were shown. */
  hasConsent,
  /** The mark of a link (`_pr`), for pages that take it out of their address themselves. */
  identify(given: string): void {
    token = given;
    send();
  },
  /** Calls that were made before the script was loaded: `postrider = [["consent", true]]`. */
  push([name, ...values]: readonly unknown[]): void {
    const call: unknown = Object.entries(api).find(([known]) => known === name)?.[1];
    if (typeof call === "function") Reflect.apply(call, api, values);
  },
};

const page: { postrider?: unknown } = Object(window);
const before = page.postrider;
// A page that has the script twice is counted once.
if (before === undefined || Array.isArray(before)) {
  page.postrider = api;
  if (SITE.isTracking) {
    takeToken();
    api.page();
  }
  for (const call of Array.isArray(before) ? before : []) if (Array.isArray(call)) api.push(call);
  loadForms();
}
