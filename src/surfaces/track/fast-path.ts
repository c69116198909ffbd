import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokenVerifier, MessageToken } from "../../features/tracking/token-verifier.ts";
import { honeypotLink } from "../../mail/render/links.ts";
import type { ClickTokens } from "../../features/web-tracking/visits/click-tokens.ts";
import type { LinkCache } from "../../features/tracking/link-cache.ts";
import { fastPathCounter } from "../../http/metrics.ts";
import { clientAddress, type FastPathHandler } from "../../http/fast-path.ts";
import { redirect, sendPixel } from "./responses.ts";
import { parseClickKey, parseOpenKey, type RecordRequest } from "./requests.ts";
import type { TrustedProxies } from "../../config/trusted-proxies.ts";

type FastPathDeps = {
  readonly keys: TokenVerifier;
  readonly links: LinkCache;
  readonly clickTokens: ClickTokens;
  readonly record: RecordRequest;
  readonly trustProxy: TrustedProxies;
};

/** Serves pixels and links of companies and campaigns that are cached in this process, which is nearly all of them. */
export function trackingFastPath({ keys, links, clickTokens, record, trustProxy }: FastPathDeps): FastPathHandler {
  function findStaticTarget(path: string): { message: MessageToken; number: number; address: string } | undefined {
    const { text, number } = parseClickKey(path);
    const message = number === honeypotLink ? undefined : keys.verifyCached(text);
    if (message === undefined) return undefined;
    const target = links.findCached(message, number);
    const address = target?.kind === "static" ? clickTokens.addCached(message, target.address) : undefined;
    return address === undefined ? undefined : { message, number, address };
  }

  const counters = { open: fastPathCounter("/t/o/:key"), click: fastPathCounter("/t/c/:key") };

  function answerOpen(request: IncomingMessage, response: ServerResponse, key: string): boolean {
    const message = keys.verifyCached(parseOpenKey(key));
    if (message === undefined) return false;
    record(toTrackingRequest(request, trustProxy), message, null);
    sendPixel(response);
    counters.open.count += 1;
    return true;
  }

  function answerClick(request: IncomingMessage, response: ServerResponse, key: string): boolean {
    const found = findStaticTarget(key);
    if (found === undefined) return false;
    record(toTrackingRequest(request, trustProxy), found.message, found.number);
    redirect(response, found.address);
    counters.click.count += 1;
    return true;
  }

  return (request, response) => {
    const { url = "", method } = request;
    if (method !== "GET" || !url.startsWith("/t/")) return false;
    if (url.startsWith("o/", 3)) return answerOpen(request, response, url.slice(5));
    return url.startsWith("c/", 3) && answerClick(request, response, url.slice(5));
  };
}

const toTrackingRequest = (request: IncomingMessage, trustProxy: TrustedProxies) => ({
  method: "GET",
  headers: request.headers,
  ip: clientAddress(request, trustProxy),
});
