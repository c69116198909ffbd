import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { conflict, notFound, requireFound, validation } from "../../../kernel/errors.ts";
import { iso } from "../../../kernel/local-time.ts";
import { isLine } from "../../../kernel/schema.ts";
import { MailboxError, needsPerson } from "../../../mail/imap/mailbox-failure.ts";
import { OutboundError } from "../../../net/outbound.ts";
import { lockCompany } from "../../members/queries.ts";
import { encryptSecret, openStoredMailbox } from "./account.ts";
import * as queries from "./queries.ts";
import type { MailboxChange, MailboxCheck, MailboxInput } from "./shapes.ts";

const maxMailboxes = 10;

const present = (row: queries.MailboxRecord) => ({
  id: row.id,
  name: row.name,
  host: row.host,
  port: row.port,
  security: row.security,
  auth: row.auth,
  username: row.username,
  secretSet: true,
  oauth: row.tokenUrl === null ? null : { tokenUrl: row.tokenUrl, clientId: row.clientId ?? "", scope: row.scope },
  folder: row.folder,
  address: row.returnPath?.replace("+@", "@") ?? null,
  subaddresses: row.returnPath?.includes("+@") ?? false,
  enabled: row.enabled,
  state: row.state,
  stateReason: row.stateReason,
  lastCheckedAt: iso(row.lastCheckedAt),
  processed: { mails: row.mails, bounces: row.bounces, complaints: row.complaints, others: row.others },
  createdAt: row.createdAt.toISOString(),
});

export const listMailboxes = async ({ db }: Context) => ({ items: (await queries.listMailboxes(db)).map(present) });

const findMailbox = async ({ db }: Context, id: string) => requireFound(await queries.findMailbox(db, id), "mailbox");

export const getMailbox = async (ctx: Context, id: string) => present(await findMailbox(ctx, id));

export async function createMailbox(ctx: Context, input: Static<typeof MailboxInput>) {
  const settings = await toSettings(ctx, input, undefined);
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    if ((await queries.countMailboxes(inner.db)) >= maxMailboxes) throw conflict("limit");
    const id = await queries.insertMailbox(inner.db, settings, inner.clock.now());
    inner.db.created(id);
    return getMailbox(inner, id);
  });
}

export async function updateMailbox(ctx: Context, id: string, change: Static<typeof MailboxChange>) {
  await findMailbox(ctx, id);
  if (change.host !== undefined) await rejectPrivateHost(ctx, change.host);
  return inTransaction(ctx, async (inner) => {
    const before = requireFound(await queries.lockMailbox(inner.db, id), "mailbox");
    const settings = await toSettings(inner, change, before);
    const isElsewhere = (["host", "username", "folder"] as const).some((field) => settings[field] !== before[field]);
    await queries.updateMailbox(inner.db, id, settings, { at: inner.clock.now(), isElsewhere });
    return getMailbox(inner, id);
  });
}

export async function deleteMailbox(ctx: Context, id: string): Promise<void> {
  if (!(await ctx.db.transaction((db) => queries.deleteMailbox(db, id)))) throw notFound("mailbox");
}

export async function checkMailbox(ctx: Context, id: string): Promise<Static<typeof MailboxCheck>> {
  const mailbox = await findMailbox(ctx, id);
  const outcome = await openForCheck(ctx, mailbox);
  const { reason } = outcome;
  const failed = reason !== null && needsPerson(reason) ? "paused" : "failing";
  const state = reason === null ? "ok" : failed;
  await ctx.db.transaction((db) => queries.updateChecked(db, mailbox, { state, reason, at: ctx.clock.now() }));
  return outcome;
}

async function openForCheck(ctx: Context, mailbox: queries.MailboxRecord): Promise<Static<typeof MailboxCheck>> {
  try {
    const session = await openStoredMailbox(ctx, mailbox);
    const { messages, capabilities } = session;
    await session.close();
    return { ok: true, reason: null, messages, capabilities: [...capabilities] };
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    return { ok: false, reason: error.reason, messages: 0, capabilities: [] };
  }
}

/** What is not given stays, or has its default. */
async function toSettings(
  ctx: Context,
  input: Static<typeof MailboxChange>,
  before: queries.MailboxRecord | undefined,
): Promise<queries.MailboxSettings> {
  const { name = before?.name ?? "", host = before?.host ?? "", username = before?.username ?? "" } = input;
  const {
    security = before?.security ?? "tls",
    folder = before?.folder ?? "INBOX",
    auth = before?.auth ?? "password",
  } = input;
  const { enabled = before?.enabled ?? true } = input;
  if (!isLine(username)) throw validation("username", accepts.line);
  if (!isLine(folder)) throw validation("folder", accepts.line);
  if (before === undefined) await rejectPrivateHost(ctx, host);
  const place = { host, username, auth, port: input.port ?? before?.port ?? (security === "tls" ? 993 : 143) };
  return {
    name,
    security,
    folder,
    enabled,
    ...place,
    ...toSecret(ctx, input, { ...place, before }),
    returnPath: toReturnPath(input, before),
  };
}

type Place = Pick<queries.MailboxSettings, "host" | "username" | "auth" | "port"> & {
  readonly before: queries.MailboxRecord | undefined;
};

/** A stored secret is only ever sent to the server and account that it was entered for. */
function toSecret(ctx: Context, { password, oauth }: Static<typeof MailboxChange>, { before, ...place }: Place) {
  const isSamePlace =
    before !== undefined &&
    (["host", "username", "auth", "port"] as const).every((field) => before[field] === place[field]);
  if (place.auth === "password") {
    if (password !== undefined && password !== "")
      return { secret: encryptSecret(ctx, { password }), tokenUrl: null, clientId: null, scope: "" };
    if (!isSamePlace) throw validation("password", { required: true });
  } else if (oauth !== undefined) {
    const { tokenUrl, clientId, clientSecret, refreshToken, scope = "" } = oauth;
    if (refreshToken === "") throw validation("oauth.refreshToken", { required: true });
    if (!URL.canParse(tokenUrl) || !/^https?:$/.test(new URL(tokenUrl).protocol))
      throw validation("oauth.tokenUrl", accepts.webAddress);
    return { secret: encryptSecret(ctx, { clientSecret, refreshToken }), tokenUrl, clientId, scope };
  } else if (!isSamePlace) throw validation("oauth", { required: true });
  if (before === undefined) throw validation("password", { required: true });
  const { secret, tokenUrl, clientId, scope } = before;
  return { secret, tokenUrl, clientId, scope };
}

function toReturnPath(
  { address, subaddresses }: Static<typeof MailboxChange>,
  before: queries.MailboxRecord | undefined,
): string | null {
  const known = before?.returnPath ?? null;
  const email = address === undefined ? (known?.replace("+@", "@") ?? null) : address;
  const isSubaddressed = subaddresses ?? known?.includes("+@") ?? false;
  if (email === null) return null;
  return isSubaddressed ? email.replace("@", "+@") : email;
}

/** Names that do not resolve are accepted; the address is checked again at every connection. */
async function rejectPrivateHost({ mailHosts }: Context, host: string): Promise<void> {
  if (!/^[A-Za-z0-9._:-]+$/.test(host)) throw validation("host", accepts.mailHost);
  const reason = await mailHosts(host).then(
    () => undefined,
    (error: unknown) => (error instanceof OutboundError ? error.reason : Promise.reject(error)),
  );
  if (reason === "address") throw validation("host", accepts.mailHost);
}
