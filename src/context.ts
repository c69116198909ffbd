import type { MailMode } from "./config.ts";
import type { SystemDb, TenantDb } from "./db/tenant.ts";
import type { JobSender } from "./jobs/sender.ts";
import type { TwigJob, TwigOutcome } from "./mail/twig/protocol.ts";
import type { Dns } from "./net/dns.ts";
import type { Outbound } from "./net/outbound.ts";
import type { BlobStore } from "./storage/blobs.ts";

export type Clock = { now(): Date };

export type Company = {
  readonly tenantId: string;
  readonly guid: string;
  readonly timeZone: string;
  readonly fingerprintKey: Uint8Array;
};

/** Who acts: a key, a signed-in member, somebody who only looks, or the service itself (jobs, listeners, command line). */
export type Actor =
  | { readonly kind: "key"; readonly keyId: string; readonly memberId: string }
  | { readonly kind: "member"; readonly memberId: string; readonly personId: string; readonly roles: readonly string[] }
  | { readonly kind: "support"; readonly personId: string }
  | { readonly kind: "service" };

/** What the world outside the rules is: time, background work, the key of stored secrets, mail, other servers, files. */
export type Services = {
  readonly clock: Clock;
  /** At least 0, less than 1. */
  random(): number;
  readonly jobs: JobSender;
  /** Absent when no key for stored secrets is configured. */
  readonly dataKey: Uint8Array | undefined;
  /** The main address under which people reach the service, without a slash at its end. */
  readonly publicUrl: string;
  /** What becomes of outgoing mail. */
  readonly mailMode: MailMode;
  /** Where SpamAssassin is asked for its opinion, when the operator has one. */
  readonly spamd: { readonly host: string; readonly port: number } | undefined;
  readonly twig: Twig;
  readonly outbound: Outbound;
  readonly dns: Dns;
  readonly files: FileSettings;
};

export type FileSettings = {
  readonly store: BlobStore;
  readonly quotaBytes: number;
  /** Absent without a key: there are no stock photos. */
  readonly pexels: { readonly url: string; readonly key: string } | undefined;
  readonly youtubeImageUrl: string;
  readonly vimeoUrl: string;
};

/** Renders untrusted templates; the owner is the company. */
export type Twig = { render(owner: string, job: TwigJob): Promise<TwigOutcome[]> };

/** What every rule of a company works with. */
export type Context = Services & {
  readonly db: TenantDb;
  readonly company: Company;
  readonly actor: Actor;
};

/** What a route outside any company works with. */
export type VisitorContext = Services & {
  readonly db: SystemDb;
  readonly address: string;
  readonly token: string | undefined;
  readonly personId: string | undefined;
  beginSession(token: string, expiresAt: Date): void;
  endSession(): void;
};

/** The same work inside a transaction: only its handle is in reach. */
export function inTransaction<Result>(ctx: Context, run: (ctx: Context) => Promise<Result>): Promise<Result> {
  return ctx.db.transaction((db) => run({ ...ctx, db }));
}
