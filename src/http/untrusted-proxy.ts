import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import type { SqlHandle } from "../db/tenant.ts";
import { minutes } from "../kernel/local-time.ts";
import type { Log } from "../log/log.ts";
import { isPrivateAddress } from "../net/addresses.ts";
import { isServedByHttps } from "./credentials.ts";
import type { ServerDeps } from "./server-deps.ts";
import { upsertUntrustedProxy, wasUntrustedProxySeen } from "./untrusted-proxy.queries.ts";

const repeatMs = minutes(60);

const advice =
  "All visitors seem to have the proxy's address: failed sign-ins and limits of one of them lock out all. Set TRUST_PROXY";

type WatchDeps = Pick<ServerDeps, "trustProxy" | "db" | "clock"> & { readonly log: Pick<Log, "warn" | "debug"> };

/**
 * Remembers for the operator that requests come through a proxy which TRUST_PROXY does not name. A peer on the internet
 * may write such headers itself; one on this machine or in the private network is a proxy.
 */
export function watchForProxy(app: FastifyInstance, deps: WatchDeps): void {
  const { trustProxy, db, clock, log } = deps;
  if (trustProxy !== false) return;
  let noticedAt: number | undefined;
  app.addHook("onRequest", (request, _reply, done) => {
    done();
    if (!isForwarded(request) || !isPrivateAddress(request.socket.remoteAddress ?? "")) return;
    const at = clock.now();
    if (noticedAt !== undefined && at.getTime() - noticedAt < repeatMs) return;
    noticedAt = at.getTime();
    log.warn(`requests come through a proxy, but TRUST_PROXY is not set. ${advice}`);
    upsertUntrustedProxy(db, at).catch((error: unknown) => log.debug({ err: error }, "cannot remember the proxy"));
  });
}

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined || headers.via !== undefined;

/** This service does not speak TLS: behind an https address there is a proxy, before its first request too. */
export async function isBehindUntrustedProxy(
  db: SqlHandle,
  { trustProxy, publicUrls }: Pick<Config, "trustProxy" | "publicUrls">,
  now: Date,
): Promise<boolean> {
  if (trustProxy !== false) return false;
  return isServedByHttps(publicUrls) || wasUntrustedProxySeen(db, now);
}

/** For operators, at the start. */
export const untrustedProxyWarning = `
WARNING: requests come through a reverse proxy, but TRUST_PROXY is not set.
${advice}=1 for one proxy in front, or
to the networks of the proxies (see docs/OPERATIONS.md).
`;
