import type { Config, MailMode } from "./config/config.ts";
import type { SqlHandle, SystemDb, TenantDb } from "./db/tenant.ts";
import type { HookImplementation } from "./hooks/hook-point.ts";
import type { AuditRow } from "./journal/audit.ts";
import type { JournalWatch } from "./journal/watch.ts";
import type { Actor } from "./kernel/actor.ts";
import type { Clock } from "./kernel/clock.ts";
import type { Company } from "./kernel/company.ts";
import type { JobSender } from "./kernel/job-sender.ts";
import type { DataKey } from "./kernel/encryption.ts";
import type { Dns } from "./net/dns.ts";
import type { OAuthTokens } from "./net/oauth-token.ts";
import type { HostGuard, Outbound } from "./net/outbound.ts";
import type { CompanySandbox, Sandbox } from "./sandbox/sandbox.ts";
import type { SecurityLog } from "./log/security-log.ts";
import type { BlobStore } from "./storage/blobs.ts";

/** What services of several features depend on: settings, time, randomness, jobs, data key, mail, network, files. */
export type Services = {
  /** The settings of the process. What concerns one feature is read by its `settings.ts`; what several need has a member here. */
  readonly config: Config;
  readonly clock: Clock;
  /** At least 0, less than 1. */
  random(): number;
  /** How many rows long work takes at once, from the number for production; fewer in tests, so that few rows make many steps. */
  readonly volume: (rows: number) => number;
  readonly jobs: JobSender<SqlHandle>;
  /** Absent when no key for stored secrets is configured. */
  readonly dataKey: DataKey | undefined;
  /** The main public URL of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** All public URLs, the main one first; a request is served under the one that its Host names. */
  readonly baseUrls: readonly string[];
  /** What happens to outgoing mail. */
  readonly mailMode: MailMode;
  /** Child processes that compile and render the content of companies. */
  readonly sandbox: Sandbox;
  readonly outbound: Outbound;
  /** Addresses of mail servers that companies name. */
  readonly mailHosts: HostGuard;
  /** Access tokens for mail servers that companies name. */
  readonly oauthTokens: OAuthTokens;
  readonly dns: Dns;
  readonly files: FileSettings;
  readonly security: SecurityLog;
  /** What features do at the hooks of others. */
  readonly hooks: readonly HookImplementation[];
  /** Present in processes that serve HTTP. */
  readonly assistantCalls?: AssistantCalls;
  /** Present in processes that serve HTTP. */
  readonly journalWatch?: JournalWatch;
};

/** An operation that an assistant requested and a member approves. */
export type AssistantCall = {
  /** Its grant or API key. */
  readonly holder: string;
  readonly operation: string;
  readonly client: string;
  readonly input: {
    readonly params: Record<string, unknown>;
    readonly query: Record<string, unknown>;
    readonly body: unknown;
  };
  /** The state that its preview showed. */
  readonly snapshot: unknown;
};

export type AssistantCalls = {
  /** Runs the call as its assistant. `approve` runs in the operation's transaction, `outdate` when the state has changed. */
  run(
    ctx: Context,
    call: AssistantCall,
    decide: { readonly approve: (db: TenantDb) => Promise<void>; readonly outdate: () => Promise<void> },
  ): Promise<void>;
};

export type FileSettings = {
  readonly store: BlobStore;
  readonly quotaBytes: number;
  /** Absent without an API key: stock photos are disabled. */
  readonly pexels: { readonly url: string; readonly key: string } | undefined;
  readonly youtubeImageUrl: string;
  readonly vimeoUrl: string;
};

/** The context of every operation of a company. */
export type Context = Services & {
  readonly db: TenantDb;
  readonly company: Company;
  readonly actor: Actor;
  /** The entry of a writing request in the audit log; `db` commits it. */
  readonly audit?: AuditRow;
  /** Calls the listener when the connection of the request is closed; absent without a request of its own. */
  readonly onDisconnect?: (listener: () => void) => void;
};

/** The context of a route outside any company. */
export type VisitorContext = Services & {
  readonly db: SystemDb;
  readonly address: string;
  readonly userAgent: string;
  /** The public URL that the request was sent to; the main one for an unknown Host. */
  readonly baseUrl: string;
  /** The Authorization header. */
  readonly authorization: string | undefined;
  readonly token: string | undefined;
  readonly personId: string | undefined;
  beginSession(token: string, expiresAt: Date): void;
  endSession(): void;
};

export const sandboxOf = ({ sandbox, db }: Pick<Context, "sandbox" | "db">): CompanySandbox =>
  sandbox.forCompany(db.tenantId);

/** Runs with a context whose `db` is the handle of a transaction. */
export function inTransaction<Result>(ctx: Context, run: (ctx: Context) => Promise<Result>): Promise<Result> {
  return ctx.db.transaction((db) => run({ ...ctx, db }));
}
