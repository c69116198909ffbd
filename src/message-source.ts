import type { Context } from "./context.ts";
import type { Clock } from "./kernel/clock.ts";
import type { SqlNode } from "./db/sql-node.ts";
import type { SystemDb, TenantDb } from "./db/tenant.ts";
import type { MacKey } from "./kernel/mac.ts";
import type { Log } from "./log/log.ts";
import type { DkimSigner } from "./mail/dkim.ts";
import type { PreparedMessage, SharedHeaders } from "./mail/render/message.ts";
import type { EmailPlan } from "./mail/render/plan.ts";
import type { MergeBlocks, MergeContact, MergeCoupons, MergeValues } from "./mail/render/values.ts";

/** The origin of messages. The delivery engine sends messages of any source; each kind is provided by a feature. */
export type SourceKind = "campaign" | "automation" | "transactional" | "double_opt_in" | "welcome" | "test";

/** One source of messages. `variantId` is `sourceId` where the source has no variants. */
export type SourceRef = {
  readonly tenantId: string;
  readonly kind: SourceKind;
  readonly sourceId: string;
  readonly variantId: string;
};

export type MessageSource = {
  readonly kind: SourceKind;
  /**
   * A select of `tenant_id, source_id, variant_id` of everything of this kind that sends now. Listing due batches, every
   * claim and the batch status join it, so it has to be a plain select that the planner can flatten. Its tables are each a
   * `companyTable`.
   */
  readonly sending: SqlNode;
  /**
   * What the compiled messages depend on, as a text over `send_batch b`: when it changes, they are compiled again at once. Left
   * out where they do not change while they are sent.
   */
  readonly revision?: SqlNode;
  /** Everything that the messages of one variant share. Throws `NotSendable`. */
  compile(ctx: Context, ref: SourceRef, bounceHost: string): Promise<CompiledMessages>;
  /** The variant cannot go on: it stops sending and the company is notified. */
  pause(ctx: Context, ref: SourceRef, cause: PauseCause): Promise<void>;
  /** The relay does not answer: the variant waits, and the company is notified once. */
  waitForRelay?(ctx: Context, ref: SourceRef, cause: RelayOutage): Promise<void>;
  /** The relay answers again: nothing of this kind waits for it. */
  relayAnswered?(worker: SourceWorker): Promise<void>;
  /** Starts, expands and finishes sources of this kind. Returns whether there is more to do at once. */
  advance(worker: SourceWorker): Promise<boolean>;
  /** Rarely needed work, run every half minute. */
  cleanUp(worker: SourceWorker): Promise<void>;
};

export type SourceWorker = {
  readonly db: SystemDb;
  readonly clock: Clock;
  readonly log: Log;
  contextOf(tenantId: string): Promise<Context>;
};

export type CompiledMessages = {
  readonly plan: EmailPlan;
  readonly frame: SharedHeaders;
  readonly prepared: PreparedMessage;
  /** The columns of `contact` that the message is filled with. */
  readonly contactColumns: readonly string[];
  /** Messages carry their id in Postmark's header. */
  readonly isPostmark: boolean;
  readonly sender: { readonly id: string; readonly domain: string; readonly warmingSince: Date | null };
  readonly signer: DkimSigner | undefined;
  readonly returnPathKey: MacKey;
  /** A host, or a mailbox (`mail/return-path.ts`). */
  readonly returnPathHost: string;
  /** Why a message must not be sent after all, over contact `c` and message `x`; null when it may. Compiled per batch. */
  skipReason(ctx: Context): Promise<SqlNode>;
  /**
   * Given when the messages contain coupon codes: assigns those of a claimed group before any of it is sent. A contact that
   * is left out gets no message, and the source stops until there are codes again.
   */
  readonly assignCoupons?: (ctx: Context, contactIds: readonly string[]) => Promise<ReadonlyMap<string, MergeCoupons>>;
  /** Given when products in the messages differ by contact: the blocks of a claimed group. */
  readonly findBlocks?: (ctx: Context, contactIds: readonly string[]) => Promise<ReadonlyMap<string, MergeBlocks>>;
  /** Given when the messages need products or articles: whether a recipient with these blocks gets no message for want of them. */
  readonly lacksItems?: (blocks: MergeBlocks | undefined) => boolean;
  valuesFor(contact: MergeContact & { readonly id: string }, today: string, own: OwnValues): MergeValues;
};

/** What was found for one recipient; without blocks the message has those that all recipients share. */
export type OwnValues = { readonly coupons: MergeCoupons; readonly blocks?: MergeBlocks | undefined };

/** Why a source stopped, as named in the notification. */
export type StopReason = NotSendableReason | "relay" | "internal";
export type PauseCause = { readonly reason: StopReason; readonly stage?: string; readonly code?: string };

/** The stage of the SMTP session that failed, or the code of the reply. */
export type RelayOutage = { readonly code: string };

type NotSendableReason = "sender" | "content" | "template" | "coupons";

/** The source cannot be sent until it is changed. */
export class NotSendable extends Error {
  readonly reason: NotSendableReason;
  constructor(reason: NotSendableReason) {
    super(`the messages cannot be sent: ${reason}`);
    this.reason = reason;
  }
}

export type RelayReply = { readonly code: number; readonly status: string | undefined; readonly text: string };

export type RelayBounceHook = {
  /** The relay refused a message permanently, which is a bounce. */
  record(
    ctx: Context,
    message: { readonly sourceId: string; readonly contactId: string },
    refusal: { readonly reply: RelayReply; readonly at: Date },
  ): Promise<unknown>;
  /** The relay rejects the sender: what it refused from this time on is no bounce and is queued again. */
  takeBack(ctx: Context, ref: SourceRef, since: Date): Promise<unknown>;
};

/** Whether a webhook of the company needs the relay's replies to accepted messages; otherwise they are not stored. */
export type ReplyReader = (db: TenantDb) => Promise<boolean>;

/** What other features provide to the delivery engine. */
export type DeliveryParts = {
  readonly messageSources: readonly MessageSource[];
  readonly relayBounceHooks: readonly RelayBounceHook[];
  readonly replyReaders: readonly ReplyReader[];
};
