import { Parser } from "htmlparser2";
import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { accepts } from "../../kernel/accepts.ts";
import { companyKey } from "../../kernel/company-key.ts";
import { validation } from "../../kernel/errors.ts";
import { OutboundError, type Outbound, type OutboundReason } from "../../net/outbound.ts";
import { listFormIdsByKey } from "../forms/queries.ts";
import { hostOf } from "./hosts.ts";
import { upsertSite } from "./queries.ts";
import { getSite } from "./service.ts";
import type { checkErrors, SiteCheckInput } from "./shapes.ts";

type CheckError = (typeof checkErrors)[number];

const timeoutMs = 10_000;
const maxPageBytes = 5 * 1_048_576;
const maxRedirects = 3;

/** The script of a form, or its page, to which the codes without a script send. */
const formPath = /^\/f\/([\w-]+?)(?:\.js)?$/;

const errorsByReason: Readonly<Record<OutboundReason, CheckError>> = {
  url: "address",
  address: "address",
  dns: "dns",
  timeout: "deadline",
  connection: "network",
  size: "network",
};

/**
 * Loads a page of the shop, only from the host of the shop's url, and looks for a script element with its script and for
 * the codes of its forms.
 */
export async function checkScript(ctx: Context, shopId: string, { url }: Static<typeof SiteCheckInput>) {
  const { shopUrl, siteKey } = await getSite(ctx, shopId);
  const address = url?.trim() ?? shopUrl;
  const host = shopUrl === null ? undefined : hostOf(shopUrl);
  if (address === null || host === undefined || hostOf(address) !== host)
    throw validation("url", {
      ...accepts.hostOfShop,
      ...(host === undefined ? {} : { host }),
    });
  const page = await loadPage(ctx.outbound, address, maxRedirects);
  const checkedAt = ctx.clock.now();
  const path = `/site/${companyKey(ctx.db.tenantId, siteKey)}.js`;
  const paths = "html" in page ? pathsIn(page.html, page.address) : [];
  const found = paths.includes(path);
  const keys = paths.flatMap((one) => formPath.exec(one)?.[1] ?? []);
  const foundFormIds = await listFormIdsByKey(ctx.db, { shopId, keys });
  await ctx.db.transaction((db) => upsertSite(db, shopId, { found, foundFormIds, checkedAt }));
  return {
    found,
    formIds: foundFormIds,
    checkedAt: checkedAt.toISOString(),
    error: "error" in page ? page.error : null,
  };
}

type LoadedPage = { readonly html: string; readonly address: string } | { readonly error: CheckError };

/** Follows redirects on the same host. */
async function loadPage(outbound: Outbound, address: string, redirects: number): Promise<LoadedPage> {
  try {
    const request = { url: address, headers: { Accept: "text/html" }, timeoutMs, maxBytes: maxPageBytes };
    const { status, headers, body } = await outbound.send(request);
    if (status >= 200 && status < 300) return { html: body.toString("utf8"), address };
    const next = status >= 300 && status < 400 ? resolve(headers.location, address) : undefined;
    if (next === undefined || redirects === 0 || hostOf(next) !== hostOf(address)) return { error: "status" };
    return await loadPage(outbound, next, redirects - 1);
  } catch (error) {
    if (error instanceof OutboundError) return { error: errorsByReason[error.reason] };
    throw error;
  }
}

const resolve = (location: string | undefined, base: string): string | undefined =>
  location !== undefined && URL.canParse(location, base) ? new URL(location, base).href : undefined;

/** Where scripts are loaded from and forms are sent to. */
function pathsIn(html: string, address: string): string[] {
  const paths: string[] = [];
  const parser = new Parser({
    onopentag: (name, { src, action }) => {
      const target = name === "script" ? src : name === "form" ? action : undefined;
      if (target !== undefined && URL.canParse(target, address)) paths.push(new URL(target, address).pathname);
    },
  });
  parser.end(html);
  return paths;
}
