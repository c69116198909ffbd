import { describe, expect, it } from "vitest";
import { decideVerdict, type VerdictFacts } from "./verdict.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0";
const google = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";
const open: VerdictFacts = {
  kind: "open",
  method: "GET",
  agent: firefox,
  prefetch: false,
  seconds: 60,
  linksAtOnce: 0,
  honeypot: false,
  messagesAtOnce: 0,
};
const click: VerdictFacts = { ...open, kind: "click", linksAtOnce: 1 };

describe("a verdict", () => {
  it.each<[string, VerdictFacts, string]>([
    ["a browser shows the picture", open, "human browser"],
    ["a browser follows a link", click, "human browser"],
    ["it is not known when it was sent", { ...click, seconds: null }, "human browser"],
    ["Gmail shows the picture", { ...open, agent: google }, "human image_proxy"],
    ["Gmail shows it at once", { ...open, agent: google, seconds: 0.2 }, "human image_proxy"],
    ["Gmail follows a link", { ...click, agent: google }, "machine bot"],
    ["Yahoo shows it", { ...open, agent: "YahooMailProxy; https://help.yahoo.com/kb/x.html" }, "human image_proxy"],
    [
      "Seznam shows it",
      { ...open, agent: "Mozilla/5.0 (compatible; SeznamEmailProxy/3.0; +http://napoveda.seznam.cz/)" },
      "human image_proxy",
    ],
    ["Apple loads it for everybody", { ...open, agent: "Mozilla/5.0" }, "machine privacy_proxy"],
    ["Apple follows a link", { ...click, agent: "Mozilla/5.0" }, "machine privacy_proxy"],
    ["nobody says who asks", { ...open, agent: "" }, "machine no_agent"],
    ["HEAD", { ...click, method: "HEAD" }, "machine head"],
    ["HEAD by Gmail", { ...open, method: "HEAD", agent: google }, "machine head"],
    ["loaded ahead", { ...open, prefetch: true }, "machine prefetch"],
    ["a click in the same second", { ...click, seconds: 0.4 }, "machine too_soon"],
    ["a click just before two seconds", { ...click, seconds: 1.9 }, "machine too_soon"],
    ["a click after two seconds", { ...click, seconds: 2 }, "human browser"],
    ["asked for before the relay had answered", { ...open, seconds: -0.5 }, "machine too_soon"],
    ["an open after a second", { ...open, seconds: 1 }, "human browser"],
    ["two links at once", { ...click, linksAtOnce: 2 }, "human browser"],
    ["three links at once", { ...click, linksAtOnce: 3 }, "machine many_links"],
    ["one of many messages at once", { ...click, messagesAtOnce: 8 }, "machine many_messages"],
    ["the invisible link", { ...click, honeypot: true }, "machine honeypot"],
    ["the invisible link by HEAD", { ...click, method: "HEAD", honeypot: true }, "machine honeypot"],
  ])("%s", (_what, facts, wanted) => {
    const { verdict, reason } = decideVerdict(facts);
    expect(`${verdict} ${reason}`).toBe(wanted);
  });
});

describe("bot user agents", () => {
  it.each([
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "TelegramBot (like TwitterBot)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "WhatsApp/2.23.20.0",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "curl/8.5.0",
    "Wget/1.21.4",
    "python-requests/2.32.3",
    "Python/3.11 aiohttp/3.9.1",
    "Go-http-client/1.1",
    "Java/17.0.2",
    "Apache-HttpClient/4.5.13 (Java/11.0.20)",
    "node",
    "axios/1.6.2",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36",
    "Mozilla/5.0 (compatible; Proofpoint URL Defense)",
    "BarracudaCentral",
    "Microsoft Office Existence Discovery",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0",
    "Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)",
  ])("%s", (agent) => {
    expect(decideVerdict({ ...open, agent })).toEqual({ verdict: "machine", reason: "bot" });
    expect(decideVerdict({ ...click, agent })).toEqual({ verdict: "machine", reason: "bot" });
  });
});

describe("user agents of mail clients and browsers", () => {
  it.each([
    firefox,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "Mozilla/5.0 (Windows NT 10.0; rv:115.0) Gecko/20100101 Thunderbird/115.3.1",
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; ms-office; MSOffice 16)",
    "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.16731; Pro)",
    "Outlook-iOS/723.4027091.prod.iphone (4.28.0)",
    "Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    "okhttp/4.12.0",
    "Mail/3774.600.62 CFNetwork/1568.200.51 Darwin/24.1.0",
    "Dalvik/2.1.0 (Linux; U; Android 13; Pixel 6 Build/TQ3A)",
  ])("%s", (agent) => {
    expect(decideVerdict({ ...open, agent })).toEqual({ verdict: "human", reason: "browser" });
  });
});
