import type { Context, VisitorContext } from "../../../context.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import { insertAuditEntry, originOf } from "../../../journal/audit.ts";
import { memberIdOf } from "../../../kernel/actor.ts";
import { addMs, minutes } from "../../../kernel/local-time.ts";
import { securityNoticeMailJob } from "../jobs.ts";
import type { SecurityNoticeKind } from "./kinds.ts";
import * as queries from "./queries.ts";

type PersonalParts = Pick<VisitorContext, "clock" | "jobs" | "address" | "userAgent"> & { readonly db: SystemDb };

export type PersonalChange = {
  readonly kind: SecurityNoticeKind;
  /** The operation and what it changed, in the audit log. */
  readonly operation: string;
  readonly object: "password" | "two-factor" | "recovery-codes";
};

/**
 * A change of how the person signs in, which concerns every company that they can reach: an entry in the audit log of each,
 * and an e-mail. Called in the transaction of the change.
 */
export async function recordPersonalChange(
  ctx: PersonalParts,
  personId: string,
  { kind, operation, object }: PersonalChange,
): Promise<void> {
  const { db, clock, jobs } = ctx;
  const at = clock.now();
  for (const { tenantId, memberId } of await queries.listOwnMemberships(db, personId)) {
    await insertAuditEntry(db.forTenant(tenantId), {
      at,
      actor: { kind: "member", memberId },
      operation,
      object: { kind: object, id: null },
      origin: originOf(ctx),
    });
  }
  await jobs.send(db, securityNoticeMailJob, { personId, kind, tenantId: "", name: "", at: at.toISOString() });
}

type CompanyParts = Pick<Context, "db" | "clock" | "jobs">;

export type CompanyNotice = {
  readonly kind: SecurityNoticeKind;
  /** Name of the key or app; shown in the e-mail. */
  readonly name?: string;
};

/** Mails a member about an act in the company, in its transaction. The audit log has the act by itself. */
export async function notifyMember(
  { db, clock, jobs }: CompanyParts,
  memberId: string,
  { kind, name = "" }: CompanyNotice,
): Promise<void> {
  const personId = await queries.findPersonOfMember(db, memberId);
  if (personId === undefined) return;
  const at = clock.now().toISOString();
  await jobs.send(db, securityNoticeMailJob, { personId, kind, tenantId: db.tenantId, name, at });
}

const quietMinutes = 10;

/** Mails the member who acts. Acts of their API keys and assistants, which may be many, are mailed every 10 minutes. */
export async function notifyActingMember(
  ctx: Pick<Context, "db" | "clock" | "jobs" | "actor">,
  notice: CompanyNotice,
): Promise<void> {
  const { db, clock, actor } = ctx;
  const memberId = memberIdOf(actor);
  if (memberId === null) return;
  const isPerson = actor.kind === "member" && actor.sessionHash !== undefined;
  const at = clock.now();
  const before = addMs(at, -minutes(quietMinutes));
  if (!isPerson && !(await queries.upsertNoticeSent(db, { memberId, kind: notice.kind, at, before }))) return;
  await notifyMember(ctx, memberId, notice);
}
