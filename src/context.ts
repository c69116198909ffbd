import type { MailMode } from "./config.ts";
import type { SqlNode } from "./db/sql-node.ts";
import type { SystemDb, TenantDb } from "./db/tenant.ts";
import type { JobSender } from "./jobs/sender.ts";
import { conflict, type ErrorParams } from "./kernel/errors.ts";
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
  /** What all features do when another one erases, deletes or asks. */
  readonly hooks: Hooks;
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

export type ErasedContact = { readonly id: string; readonly email: string; readonly fingerprint: Buffer };

/** An object whose deletion concerns features to the right of its own. */
export type DeletableObject =
  | { readonly kind: "list"; readonly ids: readonly string[] }
  | { readonly kind: "segment"; readonly id: string }
  | { readonly kind: "sender"; readonly id: string }
  | { readonly kind: "sending_domain"; readonly domain: string };

/** The reason and the parameters of the 409 that refuses a deletion. */
export type Dependents = { readonly reason: string; readonly params: ErrorParams };

/** How a feature takes part in operations of features to its left. A feature implements only what concerns it. */
export type FeatureHooks = {
  /** Runs in the erasing transaction, before the contact is deleted. */
  readonly beforeErase?: (ctx: Context, contact: ErasedContact) => Promise<void>;
  /** Removes or redacts what the feature keeps about a person. Runs in the erasing transaction, after the contact is deleted. */
  readonly onErase?: (ctx: Context, contact: ErasedContact) => Promise<void>;
  /** Statements that delete the rows of the contacts in the CTE `old` that no foreign key deletes. */
  readonly onDelete?: (tenantId: string) => readonly SqlNode[];
  /** What still needs the object, inside the transaction that is about to delete it. */
  readonly dependents?: (ctx: Context, object: DeletableObject) => Promise<Dependents | undefined>;
  /** Removes references to an object that nothing needs any more, before it is deleted. */
  readonly detach?: (ctx: Context, object: DeletableObject) => Promise<void>;
  /** A condition: the unfinished row of `background_action` reads or writes members of one of the lists. */
  readonly actionsOnLists?: (tenantId: string, listIds: readonly string[]) => SqlNode;
  /** A condition on `contact c`: something of this feature uses the contact. */
  readonly contactUse?: (ctx: Context) => Promise<SqlNode>;
  /** Statements that select `kind, id, name` of the content that contains a file's key. */
  readonly fileReferences?: (tenantId: string, fileKey: string) => readonly SqlNode[];
};

/** The hooks of all features, merged. */
export type Hooks = Required<FeatureHooks>;

export async function rejectIfNeeded(ctx: Context, object: DeletableObject): Promise<void> {
  const found = await ctx.hooks.dependents(ctx, object);
  if (found !== undefined) throw conflict(found.reason, found.params);
}
