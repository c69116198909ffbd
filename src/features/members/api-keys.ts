import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { addMs, days, iso } from "../../kernel/local-time.ts";
import { requireActingMember, requireKnownRoles, rejectRolesBeyond } from "./acting-member.ts";
import type { membersRoutes } from "./contract.ts";
import * as queries from "./queries.ts";
import { notifyMember } from "./security-notices/service.ts";
import { requireConfirmation } from "./sessions/confirmation.ts";

const maxValidKeys = 20;

const presentApiKey = (row: queries.ApiKeyRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: iso(row.lastUsedAt),
});

export async function listApiKeys(ctx: Context) {
  return { items: (await queries.listApiKeys(ctx.db, ctx.clock.now())).map(presentApiKey) };
}

type CreateApiKeyBody = Static<(typeof membersRoutes.records.createApiKey)["body"]>;

export async function createApiKey(ctx: Context, body: CreateApiKeyBody) {
  const member = requireActingMember(ctx);
  rejectRolesBeyond(member, body.roles);
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    await requireConfirmation(inner);
    const at = clock.now();
    const { id, key } = await issueApiKeyWithinLimit(db, {
      ...body,
      name: body.name.trim(),
      createdBy: member.memberId,
      at,
    });
    db.created(id);
    const created = await queries.getApiKey(db, id, at);
    await notifyMember(inner, member.memberId, { kind: "api_key_created", name: created.name });
    return { ...presentApiKey(created), key };
  });
}

export type OperatorKeyRequest = Omit<ApiKeyRequest, "roles" | "createdBy"> & { roles: readonly string[] | undefined };

/** For operators: creates a key in the name of a member; without roles it gets all of the member's. */
export async function createApiKeyForMember(db: TenantDb, email: string, request: OperatorKeyRequest) {
  const member = await queries.findActiveMember(db, normalizeEmail(email) ?? "");
  if (member === undefined) throw notFound("member");
  const roles = requireKnownRoles(request.roles ?? member.roles);
  rejectRolesBeyond(member, roles);
  return db.transaction((inner) => issueApiKeyWithinLimit(inner, { ...request, roles, createdBy: member.id }));
}

/** Locks the company so that concurrent requests cannot exceed the limit. */
async function issueApiKeyWithinLimit(db: TenantDb, request: ApiKeyRequest) {
  await queries.lockCompany(db);
  if ((await queries.countValidApiKeys(db, request.at)) >= maxValidKeys) throw conflict("limit");
  return issueApiKey(db, request);
}

/** Whoever revokes it and whose it was are told. */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  const { memberId } = requireActingMember(ctx);
  await inTransaction(ctx, async (inner) => {
    const revoked = await queries.updateApiKeyRevoked(inner.db, id, inner.clock.now());
    if (revoked === undefined) throw notFound("key");
    const notice = { kind: "api_key_revoked", name: revoked.name } as const;
    for (const one of new Set([memberId, revoked.createdBy])) await notifyMember(inner, one, notice);
  });
}

export type ApiKeyRequest = {
  name: string;
  roles: readonly string[];
  scope: "read" | "full";
  validDays: number;
  createdBy: string;
  at: Date;
};

/** `key` is shown once. Only its hash and a hint for telling keys apart are stored. */
export async function issueApiKey(db: TenantDb, request: ApiKeyRequest): Promise<{ id: string; key: string }> {
  const key = `pst_${randomToken()}`;
  const id = await queries.insertApiKey(db, {
    name: request.name,
    hash: sha256(key),
    hint: `${key.slice(0, 8)}…`,
    roles: request.roles,
    scope: request.scope,
    createdBy: request.createdBy,
    createdAt: request.at,
    expiresAt: addMs(request.at, days(request.validDays)),
  });
  return { id, key };
}
