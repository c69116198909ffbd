import { BoundedCache } from "../../kernel/bounded-cache.ts";

/** Programs that show a person the pictures of an e-mail without telling the sender who looks. */
const imageProxies = /GoogleImageProxy|ggpht\.com|YahooMailProxy|Seznam\w*Proxy|SeznamEmail/i;

/** What the mailbox of Google asks with when it looks at a message before anybody does. */
const googlePrefetch = /Chrome\/42\.0\.2311\.135 Safari\/537\.36 Edge\/12\.246 Mozilla\/5\.0$/;

const bots: readonly RegExp[] = [
  // By their own word. There is a phone called Cubot.
  /(?<!\bcu)bot\b|bot[/;_-]|crawl|spider|slurp|scanner|monitoring|preview|feedfetcher|mediapartners/i,
  // Browsers without a screen.
  /headless|phantomjs|puppeteer|playwright|selenium|slimerjs|lighthouse/i,
  // Tools and libraries; not those with which mail programs fetch pictures (okhttp, CFNetwork).
  /\b(curl|wget|httpie|libwww-perl|lwp|scrapy|axios|undici|node-fetch|got|guzzle\w*|aiohttp|httpx|postmanruntime)\b/i,
  /^(java|ruby|php|node|deno|bun|python[\w-]*|go-http-client|apache-httpclient|jakarta[\w ]*|winhttp\w*)\b/i,
  // Link previews of messengers and networks.
  /facebookexternalhit|whatsapp|skypeuripreview|embedly|vkshare|pinterest\/|bitlybot|iframely/i,
  // What looks at mail on behalf of its receiver.
  /barracuda|proofpoint|mimecast|symantec|messagelabs|bitdefender|trendmicro|trend micro|kaspersky|fortinet|forcepoint/i,
  /zscaler|ironport|sophos|avanan|cloudmark|phishtank|virustotal|urlscan|safebrowsing|google-safety/i,
  /microsoft office existence discovery|microsoft-webdav|microsoft url control|skype for business/i,
];

export const isImageProxy = (agent: string): boolean => imageProxies.test(agent);

/** The user agent of Apple Mail Privacy Protection, which loads all images whether or not the mail is read. */
export const isPrivacyProxy = (agent: string): boolean => agent === "Mozilla/5.0";

/** Most people use one of a few programs. */
const botCache = new BoundedCache<string, boolean>(2000);

export function isBot(agent: string): boolean {
  const before = botCache.get(agent);
  if (before !== undefined) return before;
  const is = googlePrefetch.test(agent) || bots.some((each) => each.test(agent));
  botCache.set(agent, is);
  return is;
}
