import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { conflictOnTakenName } from "../../../db/unique-names.ts";
import { existing } from "../../../kernel/accepts.ts";
import { conflict, notFound, rejectIfReferred, validation } from "../../../kernel/errors.ts";
import { dayAt, iso } from "../../../kernel/local-time.ts";
import { OutboundError } from "../../../net/outbound.ts";
import { lockCompany } from "../../members/queries.ts";
import { releaseWaiting } from "./health.ts";
import { connectionPresets, oauthPresets, type ConnectionKind } from "../../../kernel/connection-kinds.ts";
import { requireOwnConnections } from "./permission.ts";
import * as queries from "./queries.ts";
import { decryptSecret, encryptSecret, type ConnectionSecret } from "./secrets.ts";
import { maxConnections, type ConnectionFields, type ConnectionInput } from "./shapes.ts";

const todayOf = ({ clock, company }: Context): string => dayAt(clock.now(), company.timeZone);

export function presentConnection(row: queries.ConnectionRecord) {
  const { secret, oauth, perSecond, perHour, perDay, maxConnections: most, revision: _revision, ...rest } = row;
  return {
    ...rest,
    secretSet: secret !== null,
    oauth: row.auth === "xoauth2" ? oauth : null,
    hook: connectionPresets[row.kind].hook,
    limits: { perSecond, perHour, perDay, connections: most },
    retryAt: iso(row.retryAt),
    checkedAt: iso(row.checkedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export async function listConnections(ctx: Context) {
  return { items: (await queries.listConnections(ctx.db, todayOf(ctx))).map(presentConnection) };
}

export async function getConnectionRecord(ctx: Context, id: string): Promise<queries.ConnectionRecord> {
  const row = await queries.findConnection(ctx.db, id, todayOf(ctx));
  if (row === undefined) throw notFound("connection");
  return row;
}

export const getConnection = async (ctx: Context, id: string) => presentConnection(await getConnectionRecord(ctx, id));

/** A sender or domain names a connection of the company, or none. */
export async function requireConnection(ctx: Context, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  if (!(await queries.listConnectionIds(ctx.db)).includes(id)) throw validation("connectionId", existing("connection"));
}

export async function createConnection(ctx: Context, body: Static<typeof ConnectionInput>) {
  await requireOwnConnections(ctx);
  const { kind, ...fields } = body;
  const connection = build(ctx, fromPreset(kind, fields), { ...fields, name: body.name });
  await rejectForbiddenHost(ctx, connection.host);
  const write = inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const known = await queries.listConnectionIds(inner.db);
    if (known.length >= maxConnections) throw conflict("limit");
    rejectUnknownFallback(connection.fallback, known);
    if (connection.isDefault) await queries.clearDefault(inner.db);
    const id = await queries.insertConnection(inner.db, connection, { now: inner.clock.now(), today: todayOf(inner) });
    inner.db.created(id);
    return getConnection(inner, id);
  });
  return conflictOnTakenName(write);
}

export async function updateConnection(ctx: Context, id: string, body: ConnectionFields) {
  await requireOwnConnections(ctx);
  const before = await getConnectionRecord(ctx, id);
  if (body.host !== undefined) await rejectForbiddenHost(ctx, body.host.trim());
  const write = inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    if (!(await queries.lockConnection(inner.db, id))) throw notFound("connection");
    const connection = build(inner, await getConnectionRecord(inner, before.id), body);
    rejectUnknownFallback(
      connection.fallback,
      (await queries.listConnectionIds(inner.db)).filter((other) => other !== id),
    );
    if (connection.isDefault) await queries.clearDefault(inner.db);
    await queries.updateConnection(inner.db, id, { connection, now: inner.clock.now() });
    await releaseWaiting(inner, id);
    return getConnection(inner, id);
  });
  return conflictOnTakenName(write);
}

export async function deleteConnection(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    if (!(await queries.lockConnection(inner.db, id))) throw notFound("connection");
    const { isDefault } = await getConnectionRecord(inner, id);
    rejectIfReferred(await queries.listReferrers(inner.db, id));
    if (isDefault) throw conflict("default");
    await releaseWaiting(inner, id);
    await queries.deleteConnection(inner.db, id);
  });
}

/** A private address is refused where it is entered; names are resolved again with each connection. */
async function rejectForbiddenHost({ mailHosts }: Context, host: string): Promise<void> {
  const error: unknown = await mailHosts(host).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  // A name that does not resolve now may do so later; the check says it.
  if (error instanceof OutboundError && error.reason === "address")
    throw validation("host", { pattern: "a public address", reason: "address" });
}

function rejectUnknownFallback(fallback: readonly string[], known: readonly string[]): void {
  if (!fallback.every((id) => known.includes(id))) throw validation("fallback", existing("connection"));
}

type Settings = queries.ConnectionWrite;

function fromPreset(kind: ConnectionKind, { auth, oauth }: ConnectionFields): Settings {
  const preset = connectionPresets[kind];
  const isToken = auth === "xoauth2";
  return {
    name: "",
    kind,
    host: isToken && kind === "smtp" ? oauthPresets[oauth?.provider ?? "other"].host : preset.host,
    port: preset.port,
    security: preset.security,
    auth: preset.auth,
    username: preset.username,
    secret: null,
    oauth: null,
    messageStream: "",
    perSecond: null,
    perHour: null,
    perDay: null,
    maxConnections: null,
    enabled: true,
    isDefault: false,
    fallback: [],
  };
}

/** What the connection is after the change. */
function build(ctx: Context, before: Settings, fields: ConnectionFields): Settings {
  const { limits = {}, name, ...given } = fields;
  const limit = (value: number | null | undefined, known: number | null) => (value === undefined ? known : value);
  const after: Settings = {
    name: name?.trim() ?? before.name,
    kind: before.kind,
    port: given.port ?? before.port,
    security: given.security ?? before.security,
    auth: given.auth ?? before.auth,
    enabled: given.enabled ?? before.enabled,
    isDefault: given.isDefault ?? before.isDefault,
    fallback: given.fallback ?? before.fallback,
    secret: before.secret,
    oauth: before.oauth,
    host: given.host?.trim().toLowerCase() ?? before.host,
    username: given.username?.trim() ?? before.username,
    messageStream: given.messageStream?.trim() ?? before.messageStream,
    perSecond: limit(limits.perSecond, before.perSecond),
    perHour: limit(limits.perHour, before.perHour),
    perDay: limit(limits.perDay, before.perDay),
    maxConnections: limit(limits.connections, before.maxConnections),
  };
  if (!isHostName(after.host)) throw validation("host", { pattern: "a host name or an address" });
  if (after.messageStream !== "" && connectionPresets[after.kind].streamHeader === null)
    throw validation("messageStream", { allowed: [""] });
  if (after.auth !== "none" && after.username === "") throw validation("username", { required: true });
  return { ...after, ...buildSignIn(ctx, before, after, fields) };
}

const hostPattern =
  /^(?=.{1,255}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?\.)*[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?$/u;
const isHostName = (host: string): boolean => hostPattern.test(host) || /^[0-9a-f:.]+$/i.test(host);

type SignIn = Pick<Settings, "secret" | "oauth">;

function buildSignIn(ctx: Context, before: Settings, after: Settings, fields: ConnectionFields): SignIn {
  const stored = readStored(ctx, before);
  const write = (secret: ConnectionSecret) => encryptSecret(ctx.dataKey, ctx.db.tenantId, secret);
  switch (after.auth) {
    case "none":
      return { secret: null, oauth: null };
    case "password": {
      if (typeof fields.secret === "string")
        return { secret: write({ auth: "password", password: fields.secret }), oauth: null };
      const isKept = fields.secret === undefined && stored?.auth === "password";
      if (!isKept) throw validation("secret", { required: true });
      // A stored password is not sent to another server than the one it was entered for.
      if (isElsewhere(before, after)) throw validation("secret", { required: true, reason: "host" });
      return { secret: before.secret, oauth: null };
    }
    case "xoauth2":
      return buildOAuth(before, { fields, stored: stored?.auth === "xoauth2" ? stored : undefined, write });
  }
}

const isElsewhere = (before: Settings, after: Settings): boolean =>
  before.host !== after.host || (before.security !== "none" && after.security === "none");

function readStored({ dataKey, db }: Context, { secret }: Settings): ConnectionSecret | undefined {
  return secret === null ? undefined : decryptSecret(dataKey, db.tenantId, secret);
}

type OAuthParts = {
  readonly fields: ConnectionFields;
  readonly stored: Extract<ConnectionSecret, { readonly auth: "xoauth2" }> | undefined;
  readonly write: (secret: ConnectionSecret) => Buffer;
};

function buildOAuth(before: Settings, { fields, stored, write }: OAuthParts): SignIn {
  const { oauth } = fields;
  if (oauth === undefined) {
    if (stored === undefined || before.oauth === null) throw validation("oauth", { required: true });
    return { secret: before.secret, oauth: before.oauth };
  }
  const provider = oauth.provider ?? before.oauth?.provider ?? "other";
  const preset = oauthPresets[provider];
  const isSameProvider = before.oauth?.provider === provider;
  const tokenUrl = oauth.tokenUrl ?? (isSameProvider ? before.oauth?.tokenUrl : undefined) ?? preset.tokenUrl;
  const scope = oauth.scope ?? (isSameProvider ? before.oauth?.scope : undefined) ?? preset.scope;
  // Stored secrets are not sent to another token URL than the one they were entered for.
  const kept = before.oauth?.tokenUrl === tokenUrl ? stored : undefined;
  const clientSecret = oauth.clientSecret ?? kept?.clientSecret;
  const refreshToken = oauth.refreshToken ?? kept?.refreshToken;
  if (tokenUrl === "") throw validation("oauth", { required: true, path: "oauth.tokenUrl" });
  if (clientSecret === undefined) throw validation("oauth", { required: true, path: "oauth.clientSecret" });
  if (refreshToken === undefined) throw validation("oauth", { required: true, path: "oauth.refreshToken" });
  return {
    secret: write({ auth: "xoauth2", clientSecret, refreshToken }),
    oauth: { provider, clientId: oauth.clientId, tokenUrl, scope },
  };
}
