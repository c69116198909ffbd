import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { conflictOnTakenName } from "../../db/unique-names.ts";
import { accepts } from "../../kernel/accepts.ts";
import { conflict, notFound, requireFound, validation } from "../../kernel/errors.ts";
import { iso } from "../../kernel/local-time.ts";
import { isLine } from "../../kernel/schema.ts";
import { lockCompany } from "../members/queries.ts";
import { notifyActingMember } from "../members/security-notices/service.ts";
import { firedEvents, silentEvents } from "./events.ts";
import * as queries from "./queries.ts";
import { encryptPassword } from "./secrets.ts";
import type { WebhookChange, WebhookInput } from "./shapes.ts";

const maxWebhooks = 50;

const present = (row: queries.WebhookRecord) => ({
  id: row.id,
  url: row.url,
  event: row.event,
  active: row.active,
  basicAuth: row.login === null ? null : { login: row.login, passwordSet: row.password !== null },
  errorsInRow: row.errorsInRow,
  lastResponseCode: row.lastResponseCode,
  lastCallAt: iso(row.lastCallAt),
  waiting: row.waiting,
  oldestWaitingAt: iso(row.oldestWaitingAt),
  createdAt: row.createdAt.toISOString(),
});

export const listWebhooks = async ({ db }: Context) => ({
  items: (await queries.listWebhooks(db)).map(present),
  events: [...firedEvents],
  silentEvents: [...silentEvents],
  limit: maxWebhooks,
});

export const getWebhook = async ({ db }: Context, id: string): Promise<queries.WebhookRecord> =>
  requireFound(await queries.findWebhook(db, id), "webhook");

export async function createWebhook(ctx: Context, input: Static<typeof WebhookInput>) {
  const { url, event, active = true, basicAuth = null } = input;
  await rejectPrivateTarget(ctx, url);
  const credentials = storedCredentials(ctx, parseBasicAuth(basicAuth), null);
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    if ((await queries.countWebhooks(inner.db)) >= maxWebhooks) throw conflict("limit");
    const webhook = { url, event, active, ...credentials, createdAt: inner.clock.now() };
    const id = await queries.insertWebhook(inner.db, webhook);
    if (id === undefined) throw conflict("url");
    inner.db.created(id);
    await notifyActingMember(inner, { kind: "webhooks_changed" });
    return present(await getWebhook(inner, id));
  });
}

export async function updateWebhook(ctx: Context, id: string, change: Static<typeof WebhookChange>) {
  const { url, event, active, basicAuth } = change;
  await getWebhook(ctx, id);
  if (url !== undefined) await rejectPrivateTarget(ctx, url);
  const given = basicAuth === undefined ? undefined : parseBasicAuth(basicAuth);
  const write = inTransaction(ctx, async (inner) => {
    const before = requireFound(await queries.lockWebhook(inner.db, id), "webhook");
    await queries.updateWebhook(inner.db, id, {
      revision: before.revision + 1,
      ...(url === undefined ? {} : { url }),
      ...(event === undefined ? {} : { event }),
      ...(active === undefined ? {} : { active }),
      // Switching on clears the errors.
      ...(active === true ? { errorsInRow: 0 } : {}),
      ...(given === undefined ? {} : storedCredentials(inner, given, before.password)),
    });
    if (event !== undefined && event !== before.event) await queries.restartWebhook(inner.db, id);
    await notifyActingMember(inner, { kind: "webhooks_changed" });
    return present(await getWebhook(inner, id));
  });
  return conflictOnTakenName(write, "url");
}

export async function deleteWebhook(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    if (!(await queries.deleteWebhook(inner.db, id))) throw notFound("webhook");
    await notifyActingMember(inner, { kind: "webhooks_changed" });
  });
}

/**
 * Names that do not resolve are accepted; the address is checked again at every call. Parsing a URL drops line breaks, so
 * that the stored one would not be the one that is called.
 */
export async function rejectPrivateTarget({ outbound }: Context, url: string): Promise<void> {
  if (!isLine(url)) throw validation("url", accepts.publicAddress);
  const reason = await outbound.check(url);
  if (reason === "url" || reason === "address") throw validation("url", accepts.publicAddress);
}

type BasicAuth = { readonly login: string; readonly password: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Null for no credentials. An empty password stands for the stored one. */
function parseBasicAuth(value: unknown): BasicAuth | null {
  if (value === null) return null;
  if (!isObject(value)) throw validation("basicAuth", accepts.basicAuth);
  const { login, password = "" } = value;
  const isLogin = typeof login === "string" && /^[^:]{1,200}$/su.test(login) && isLine(login);
  const isPassword = typeof password === "string" && password.length <= 500 && isLine(password);
  if (!isLogin || !isPassword) throw validation("basicAuth", accepts.basicAuth);
  return { login, password };
}

function storedCredentials(ctx: Context, given: BasicAuth | null, stored: Buffer | null) {
  if (given === null) return { login: null, password: null };
  const { login, password } = given;
  if (password !== "") return { login, password: encryptPassword(ctx, password) };
  if (stored === null) throw validation("basicAuth", accepts.basicAuth);
  return { login, password: stored };
}
