import type { SystemDb } from "../../../db/tenant.ts";
import { BoundedCache } from "../../../kernel/bounded-cache.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { MacKey } from "../../../kernel/mac.ts";
import { signVisitorToken } from "../../../kernel/visitor-token.ts";
import type { Log } from "../../../log/log.ts";
import { appendParams } from "../../../mail/render/links.ts";
import type { TokenVerifier } from "../../tracking/token-verifier.ts";
import { hostOf, shopHosts } from "../hosts.ts";
import { listTrackedShops } from "../queries.ts";

type TrackedHosts = { readonly hosts: ReadonlySet<string>; readonly readAt: number; readonly change: number };
type Clicker = { readonly tenantId: string; readonly contactId: string };

const maxCachedCompanies = 5000;
/** Changes by another process take effect after this time. */
const freshMs = 1000;
/** A click does not wait longer for the settings. */
const maxWaitMs = 500;

const changes = new BoundedCache<string, number>(maxCachedCompanies);

/** Settings of the company changed in this process: its cached hosts are outdated. */
export function noteTrackingChange(tenantId: string): void {
  changes.set(tenantId, (changes.get(tenantId) ?? 0) + 1);
}

export const tokenParameter = "_pr";
const anyToken = /([?&])_pr=[^&#]*&?/g;

type ClickMarkDeps = {
  readonly db: SystemDb;
  readonly clock: Clock;
  readonly keys: TokenVerifier;
  readonly log: Log;
};

/** Adds a signed mark to links to the hosts of shops with web tracking. Answers from memory for companies seen lately. */
export class ClickTokens {
  readonly #deps: ClickMarkDeps;
  readonly #companies = new BoundedCache<string, TrackedHosts>(maxCachedCompanies);
  readonly #loading = new Map<string, Promise<TrackedHosts>>();

  constructor(deps: ClickMarkDeps) {
    this.#deps = deps;
  }

  /** Read from the cache only: undefined if the company's settings or key have to be loaded. */
  addCached(clicker: Clicker, address: string): string | undefined {
    const cached = this.#companies.get(clicker.tenantId);
    if (cached === undefined || !this.#isFresh(clicker.tenantId, cached)) return undefined;
    if (!isTracked(cached, address)) return address;
    const key = this.#deps.keys.findCachedKey(clicker.tenantId);
    return key && this.#addToken(key, clicker, address);
  }

  /** Adds no token while the settings cannot be read: the click itself must work. */
  async add(clicker: Clicker, address: string): Promise<string> {
    const cached = this.addCached(clicker, address);
    if (cached !== undefined) return cached;
    const hosts = await this.#find(clicker.tenantId);
    if (hosts === undefined || !isTracked(hosts, address)) return address;
    const key = await this.#deps.keys.findKey(clicker.tenantId);
    return key === undefined ? address : this.#addToken(key, clicker, address);
  }

  #isFresh(tenantId: string, { readAt, change }: TrackedHosts): boolean {
    return this.#deps.clock.now().getTime() - readAt < freshMs && change === (changes.get(tenantId) ?? 0);
  }

  #addToken(key: MacKey, { tenantId, contactId }: Clicker, address: string): string {
    const value = signVisitorToken(key, { tenantId, contactId, clickedAt: this.#deps.clock.now() });
    // A token in the link itself would identify another contact.
    const clean = address.replaceAll(anyToken, "$1").replace(/[?&](?=#|$)/, "");
    return appendParams(clean, [{ name: tokenParameter, value }]);
  }

  /** The last known hosts when the database does not answer in time. */
  async #find(tenantId: string): Promise<TrackedHosts | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, maxWaitMs, undefined);
    });
    const loaded = this.#load(tenantId).catch((error: unknown) => {
      this.#deps.log.warn({ err: error, tenantId }, "reading the tracked hosts failed");
      return undefined;
    });
    const found = await Promise.race([loaded, late]);
    clearTimeout(timer);
    return found ?? this.#companies.get(tenantId);
  }

  #load(tenantId: string): Promise<TrackedHosts> {
    const loading = this.#loading.get(tenantId) ?? this.#read(tenantId).finally(() => this.#loading.delete(tenantId));
    this.#loading.set(tenantId, loading);
    return loading;
  }

  async #read(tenantId: string): Promise<TrackedHosts> {
    const change = changes.get(tenantId) ?? 0;
    const readAt = this.#deps.clock.now().getTime();
    const shops = await listTrackedShops(this.#deps.db.forTenant(tenantId));
    const hosts = new Set(shops.flatMap(({ shopUrl, domains }) => [...shopHosts(shopUrl, domains)]));
    const tracked = { hosts, readAt, change };
    this.#companies.set(tenantId, tracked);
    return tracked;
  }
}

const isTracked = ({ hosts }: TrackedHosts, address: string): boolean =>
  hosts.size > 0 && hosts.has(hostOf(address) ?? "");
