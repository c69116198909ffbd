import type { IncomingMessage, ServerResponse } from "node:http";
import type { CompanyKeys, MessageToken } from "../../features/tracking/company-keys.ts";
import { honeypotLink } from "../../mail/render/links.ts";
import type { LinkTables } from "../../features/tracking/links.ts";
import { tallyOf } from "../../http/metrics.ts";
import { addressOf, type QuickAnswer } from "../../http/quick.ts";
import { leadTo, showPicture } from "./answers.ts";
import { readClick, readOpen, type RecordVisit } from "./visits.ts";

type Parts = {
  readonly keys: CompanyKeys;
  readonly links: LinkTables;
  readonly record: RecordVisit;
  readonly trustProxy: boolean;
};

/** Pictures and links of companies and campaigns that are known here, which is nearly all of them. */
export function quickTracking({ keys, links, record, trustProxy }: Parts): QuickAnswer {
  function addressBehind(path: string): { message: MessageToken; number: number; address: string } | undefined {
    const { text, number } = readClick(path);
    const message = number === honeypotLink ? undefined : keys.recall(text);
    if (message === undefined) return undefined;
    const target = links.recall(message, number);
    return target?.kind === "ready" ? { message, number, address: target.address } : undefined;
  }

  const answered = { open: tallyOf("/t/o/:key"), click: tallyOf("/t/c/:key") };

  function show(request: IncomingMessage, response: ServerResponse, key: string): boolean {
    const message = keys.recall(readOpen(key));
    if (message === undefined) return false;
    record(visitOf(request, trustProxy), message, null);
    showPicture(response);
    answered.open.count += 1;
    return true;
  }

  function lead(request: IncomingMessage, response: ServerResponse, key: string): boolean {
    const found = addressBehind(key);
    if (found === undefined) return false;
    record(visitOf(request, trustProxy), found.message, found.number);
    leadTo(response, found.address);
    answered.click.count += 1;
    return true;
  }

  return (request, response) => {
    const { url = "", method } = request;
    if (method !== "GET" || !url.startsWith("/t/")) return false;
    if (url.startsWith("o/", 3)) return show(request, response, url.slice(5));
    return url.startsWith("c/", 3) && lead(request, response, url.slice(5));
  };
}

const visitOf = (request: IncomingMessage, trustProxy: boolean) => ({
  method: "GET",
  headers: request.headers,
  ip: addressOf(request, trustProxy),
});
