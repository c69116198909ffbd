import type { MailMode } from "./config.ts";
import type { SqlHandle, SystemDb, TenantDb } from "./db/tenant.ts";
import type { Actor } from "./kernel/actor.ts";
import type { Clock } from "./kernel/clock.ts";
import type { Company } from "./kernel/company.ts";
import type { JobSender } from "./kernel/job-sender.ts";
import type { TwigJob, TwigOutcome } from "./mail/twig/protocol.ts";
import type { Dns } from "./net/dns.ts";
import type { Outbound } from "./net/outbound.ts";
import type { BlobStore } from "./storage/blobs.ts";

/** The outside world as rules see it: time, background jobs, the key of stored secrets, mail, other servers, files. */
export type Services = {
  readonly clock: Clock;
  /** At least 0, less than 1. */
  random(): number;
  readonly jobs: JobSender<SqlHandle>;
  /** Absent when no key for stored secrets is configured. */
  readonly dataKey: Uint8Array | undefined;
  /** The main public URL of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** What happens to outgoing mail. */
  readonly mailMode: MailMode;
  /** The SpamAssassin daemon of the spam check; absent when none is configured. */
  readonly spamd: { readonly host: string; readonly port: number } | undefined;
  readonly twig: Twig;
  readonly outbound: Outbound;
  readonly dns: Dns;
  readonly files: FileSettings;
};

export type FileSettings = {
  readonly store: BlobStore;
  readonly quotaBytes: number;
  /** Absent without an API key: stock photos are disabled. */
  readonly pexels: { readonly url: string; readonly key: string } | undefined;
  readonly youtubeImageUrl: string;
  readonly vimeoUrl: string;
};

/** Renders untrusted templates; the owner is the company. */
export type Twig = { render(owner: string, job: TwigJob): Promise<TwigOutcome[]> };

/** The context of every operation of a company. */
export type Context = Services & {
  readonly db: TenantDb;
  readonly company: Company;
  readonly actor: Actor;
};

/** The context of a route outside any company. */
export type VisitorContext = Services & {
  readonly db: SystemDb;
  readonly address: string;
  readonly token: string | undefined;
  readonly personId: string | undefined;
  beginSession(token: string, expiresAt: Date): void;
  endSession(): void;
};

/** Runs with a context whose `db` is the handle of a transaction. */
export function inTransaction<Result>(ctx: Context, run: (ctx: Context) => Promise<Result>): Promise<Result> {
  return ctx.db.transaction((db) => run({ ...ctx, db }));
}
