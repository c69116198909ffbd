import type { MailMode } from "./config.ts";
import type { SqlNode } from "./db/sql-node.ts";
import type { SqlHandle, SystemDb, TenantDb } from "./db/tenant.ts";
import type { AuditRow } from "./journal/audit.ts";
import type { Actor } from "./kernel/actor.ts";
import type { Clock } from "./kernel/clock.ts";
import type { Company } from "./kernel/company.ts";
import type { JobSender } from "./kernel/job-sender.ts";
import type { DataKey } from "./kernel/encryption.ts";
import { conflict, type ErrorParams } from "./kernel/errors.ts";
import type { Dns } from "./net/dns.ts";
import type { Outbound } from "./net/outbound.ts";
import type { CompanySandbox, Sandbox } from "./sandbox/sandbox.ts";
import type { BlobStore } from "./storage/blobs.ts";

/** External dependencies of services: time, randomness, jobs, data key, mail, network, files. */
export type Services = {
  readonly clock: Clock;
  /** At least 0, less than 1. */
  random(): number;
  readonly jobs: JobSender<SqlHandle>;
  /** Absent when no key for stored secrets is configured. */
  readonly dataKey: DataKey | undefined;
  /** The main public URL of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** All public URLs, the main one first; a request is served under the one that its Host names. */
  readonly baseUrls: readonly string[];
  readonly oauth: OAuthSettings;
  readonly mcp: McpSettings;
  /** How long the link of a confirmation e-mail is valid. */
  readonly confirmLinkS: number;
  /** What happens to outgoing mail. */
  readonly mailMode: MailMode;
  /** The SpamAssassin daemon of the spam check; absent when none is configured. */
  readonly spamd: { readonly host: string; readonly port: number } | undefined;
  /** Child processes that compile and render the content of companies. */
  readonly sandbox: Sandbox;
  readonly outbound: Outbound;
  readonly dns: Dns;
  readonly files: FileSettings;
  /** Absent where the operator does not bill. */
  readonly billing: BillingSettings | undefined;
  readonly review: ReviewSettings;
  readonly testEmails: TestEmailLimits;
  /** The hooks of all features for erasing, deleting and looking up references. */
  readonly hooks: Hooks;
  /** Present in processes that serve HTTP. */
  readonly assistantCalls?: AssistantCalls;
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

type McpSettings = {
  /** How long an assistant may confirm an irreversible operation. */
  readonly confirmS: number;
  /** The tools of the conformance suite are served too. */
  readonly hasFixtures: boolean;
};

export type OAuthSettings = {
  readonly codeS: number;
  readonly accessS: number;
  readonly refreshS: number;
  /** Metadata documents of clients may be fetched over http from loopback addresses, for tests and development. */
  readonly allowsLoopbackDocuments: boolean;
};

/** Rules of the installation for companies that send. */
export type ReviewSettings = {
  /** When a pending company may send: by the operator's approval only, or with a verified domain and sender. */
  readonly rule: "manual" | "domain";
  /** Limits of the last 7 days in percent of the sent messages; 0 is none. */
  readonly complaintPercent: number;
  readonly bouncePercent: number;
  /** Messages below which no rate counts. */
  readonly minSent: number;
};

/** Test e-mails of a company per calendar day. */
export type TestEmailLimits = {
  readonly perDay: number;
  /** Of them to addresses of neither members nor contacts. */
  readonly strangersPerDay: number;
};

/** Who issues invoices to companies. */
export type BillingSettings = {
  readonly name: string;
  /** Lines separated by commas. */
  readonly address: string;
  readonly country: string;
  readonly companyId: string;
  readonly vatId: string;
  readonly iban: string;
  readonly vatRate: number;
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

export type ErasedContact = { readonly id: string; readonly email: string; readonly fingerprint: Buffer };

/** An object whose deletion concerns features to the right of its own. */
export type DeletableObject =
  | { readonly kind: "list"; readonly ids: readonly string[] }
  | { readonly kind: "segment"; readonly id: string }
  | { readonly kind: "coupon_stack"; readonly id: string }
  | { readonly kind: "feed"; readonly id: string }
  | { readonly kind: "sender"; readonly id: string }
  | { readonly kind: "form"; readonly id: string }
  | { readonly kind: "survey"; readonly id: string }
  | { readonly kind: "campaign"; readonly id: string }
  | { readonly kind: "sending_domain"; readonly domain: string };

/** The reason and the parameters of the 409 that refuses a deletion. */
export type Dependents = { readonly reason: string; readonly params: ErrorParams };

/** Gives rows that a deleted contact left behind to the new contacts with the same address. */
export type InsertLink = {
  /** CTEs of the statement that inserts the contacts `new (tenant_id, id, email)`. */
  readonly ctes: SqlNode;
  /** A condition on `new`: the contact got a row. */
  readonly isLinked: SqlNode;
};

/** An order that was paid with a coupon. */
export type CouponOrder = {
  readonly orderId: string;
  readonly shopId: string;
  readonly contactId: string | null;
  readonly couponCode: string;
};

/** How a feature takes part in operations of features to its left. A feature implements only what concerns it. */
export type FeatureHooks = {
  readonly onInsert?: (tenantId: string) => readonly InsertLink[];
  /** Runs in the erasing transaction, before the contact is deleted. */
  readonly beforeErase?: (ctx: Context, contact: ErasedContact) => Promise<void>;
  /** Removes or redacts what the feature keeps about a person. Runs in the erasing transaction, after the contact is deleted. */
  readonly onErase?: (ctx: Context, contact: ErasedContact) => Promise<void>;
  /** Statements that delete, or unlink, the rows of the contacts in the CTE `old` that no foreign key deletes, and correct totals. */
  readonly onDelete?: (tenantId: string, at: Date) => readonly SqlNode[];
  /** What still needs the object, inside the transaction that is about to delete it. */
  readonly dependents?: (ctx: Context, object: DeletableObject) => Promise<Dependents | undefined>;
  /** Removes references to an object that nothing needs any more, before it is deleted. */
  readonly detach?: (ctx: Context, object: DeletableObject) => Promise<void>;
  /** Runs in the transaction that deletes or hides lists, after it did. */
  readonly onListsDeleted?: (ctx: Context, listIds: readonly string[]) => Promise<void>;
  /** A condition: the unfinished row of `background_action` reads or writes members of one of the lists. */
  readonly actionsOnLists?: (tenantId: string, listIds: readonly string[]) => SqlNode;
  /** Runs in the transaction that records the orders: those that are new or have another coupon code. */
  readonly onOrders?: (ctx: Context, orders: readonly CouponOrder[], at: Date) => Promise<void>;
  /** Runs in the transaction that removes the member from the company or ends the access of their keys and apps. */
  readonly onAccessEnded?: (ctx: Pick<Context, "db" | "clock">, memberId: string) => Promise<void>;
  /** Runs in the transaction that records orders which describe these buyers. */
  readonly onCustomers?: (ctx: Context, contactIds: readonly string[]) => Promise<void>;
  /** A condition on `contact c`: something of this feature uses the contact. */
  readonly contactUse?: (ctx: Context) => Promise<SqlNode>;
  /** A condition on `contact c`: an approved e-mail to the contact is not written as a message yet. */
  readonly approvedMail?: (ctx: Context) => Promise<SqlNode>;
  /** Statements that select `kind, id, name` of the content that contains a file's key. */
  readonly fileReferences?: (tenantId: string, fileKey: string) => readonly SqlNode[];
};

/** The hooks of all features, merged. */
export type Hooks = Required<FeatureHooks>;

export async function rejectIfNeeded(ctx: Context, object: DeletableObject): Promise<void> {
  const found = await ctx.hooks.dependents(ctx, object);
  if (found !== undefined) throw conflict(found.reason, found.params);
}
