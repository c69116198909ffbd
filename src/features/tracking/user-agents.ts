import { BoundedCache } from "../../kernel/bounded-cache.ts";

/** Image proxies: they fetch images for a person without revealing the person's client. */
const imageProxies = /GoogleImageProxy|ggpht\.com|YahooMailProxy|Seznam\w*Proxy|SeznamEmail/i;

/** The user agent of Gmail's prefetch before the message is opened. */
const googlePrefetch = /Chrome\/42\.0\.2311\.135 Safari\/537\.36 Edge\/12\.246 Mozilla\/5\.0$/;

const bots: readonly RegExp[] = [
  // Self-declared bots. Cubot is a phone brand.
  /(?<!\bcu)bot\b|bot[/;_-]|crawl|spider|slurp|scanner|monitoring|preview|feedfetcher|mediapartners/i,
  // Headless browsers.
  /headless|phantomjs|puppeteer|playwright|selenium|slimerjs|lighthouse/i,
  // Tools and libraries, except those that mail clients use to fetch images (okhttp, CFNetwork).
  /\b(curl|wget|httpie|libwww-perl|lwp|scrapy|axios|undici|node-fetch|got|guzzle\w*|aiohttp|httpx|postmanruntime)\b/i,
  /^(java|ruby|php|node|deno|bun|python[\w-]*|go-http-client|apache-httpclient|jakarta[\w ]*|winhttp\w*)\b/i,
  // Link previews of messengers and social networks.
  /facebookexternalhit|whatsapp|skypeuripreview|embedly|vkshare|pinterest\/|bitlybot|iframely/i,
  // Mail security scanners.
  /barracuda|proofpoint|mimecast|symantec|messagelabs|bitdefender|trendmicro|trend micro|kaspersky|fortinet|forcepoint/i,
  /zscaler|ironport|sophos|avanan|cloudmark|phishtank|virustotal|urlscan|safebrowsing|google-safety/i,
  /microsoft office existence discovery|microsoft-webdav|microsoft url control|skype for business/i,
];

export const isImageProxy = (agent: string): boolean => imageProxies.test(agent);

/** The user agent of Apple Mail Privacy Protection, which loads all images whether or not the mail is read. */
export const isPrivacyProxy = (agent: string): boolean => agent === "Mozilla/5.0";

/** Verdicts are cached by user agent: most people use one of a few. */
const botCache = new BoundedCache<string, boolean>(2000);

export function isBot(agent: string): boolean {
  const before = botCache.get(agent);
  if (before !== undefined) return before;
  const is = googlePrefetch.test(agent) || bots.some((each) => each.test(agent));
  botCache.set(agent, is);
  return is;
}
