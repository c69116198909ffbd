import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { accepts } from "../../kernel/accepts.ts";
import { conflict, notFound, requireFound, validation } from "../../kernel/errors.ts";
import { addMs, days, hours, iso, parseInstant } from "../../kernel/local-time.ts";
import { lockCompany } from "../members/queries.ts";
import { notifyActingMember } from "../members/security-notices/service.ts";
import { firedEvents } from "../webhooks/events.ts";
import { rejectPrivateTarget } from "../webhooks/service.ts";
import { resumeDeliveries } from "./deliveries/queries.ts";
import * as queries from "./queries.ts";
import { createSecret } from "./secrets.ts";
import type { EndpointChange, EndpointInput } from "./shapes.ts";

const maxEndpoints = 50;
const previousSecretHours = 24;
const maxReplayDays = 30;

export const presentEndpoint = (row: queries.EndpointRecord, now: Date) => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  batchSize: row.batchSize,
  active: row.active,
  disabledReason: row.disabledReason,
  previousSecretUntil: row.previousUntil !== null && row.previousUntil > now ? row.previousUntil.toISOString() : null,
  waiting: row.waiting,
  failingSince: iso(row.failingSince),
  lastStatus: row.lastStatus,
  lastCallAt: iso(row.lastCallAt),
  createdAt: row.createdAt.toISOString(),
});

export const findEndpoint = async ({ db }: Pick<Context, "db">, id: string): Promise<queries.EndpointRecord> =>
  requireFound(await queries.findEndpoint(db, id), "endpoint");

export const listEndpoints = async ({ db, clock }: Context) => ({
  items: (await queries.listEndpoints(db)).map((row) => presentEndpoint(row, clock.now())),
  events: [...firedEvents],
  limit: maxEndpoints,
});

export const getEndpoint = async (ctx: Context, id: string) =>
  presentEndpoint(await findEndpoint(ctx, id), ctx.clock.now());

export async function createEndpoint(ctx: Context, input: Static<typeof EndpointInput>) {
  const { url, events, batchSize = 1, active = true, description = "" } = input;
  await rejectPrivateTarget(ctx, url);
  const { text, encrypted } = createSecret(ctx);
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    if ((await queries.countEndpoints(inner.db)) >= maxEndpoints) throw conflict("limit");
    const createdAt = inner.clock.now();
    const endpoint = { url, events, batchSize, active, description, secret: encrypted, createdAt };
    const id = await queries.insertEndpoint(inner.db, endpoint);
    inner.db.created(id);
    await notifyActingMember(inner, { kind: "webhooks_changed" });
    return { ...(await getEndpoint(inner, id)), secret: text };
  });
}

export async function updateEndpoint(ctx: Context, id: string, change: Static<typeof EndpointChange>) {
  await findEndpoint(ctx, id);
  if (change.url !== undefined) await rejectPrivateTarget(ctx, change.url);
  return changeEndpoint(ctx, id, async (inner) => {
    if (change.active !== true) return queries.updateEndpoint(inner.db, id, change);
    const retryAt = inner.clock.now();
    await resumeDeliveries(inner.db, id, retryAt);
    await queries.updateEndpoint(inner.db, id, { ...change, disabledReason: null, failingSince: null, retryAt });
  });
}

const changeEndpoint = (ctx: Context, id: string, change: (ctx: Context) => Promise<void>) =>
  inTransaction(ctx, async (inner) => {
    await change(inner);
    await notifyActingMember(inner, { kind: "webhooks_changed" });
    return getEndpoint(inner, id);
  });

export async function deleteEndpoint(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    if (!(await queries.deleteEndpoint(inner.db, id))) throw notFound("endpoint");
    await notifyActingMember(inner, { kind: "webhooks_changed" });
  });
}

export async function rotateSecret(ctx: Context, id: string) {
  await findEndpoint(ctx, id);
  const { text, encrypted } = createSecret(ctx);
  const now = ctx.clock.now();
  const rotation = { secret: encrypted, now, previousUntil: addMs(now, hours(previousSecretHours)) };
  const endpoint = await changeEndpoint(ctx, id, async ({ db }) => {
    if (!(await queries.rotateEndpointSecret(db, id, rotation))) throw conflict("rotating");
  });
  return { ...endpoint, secret: text };
}

export async function endPreviousSecret(ctx: Context, id: string) {
  await findEndpoint(ctx, id);
  return changeEndpoint(ctx, id, ({ db }) =>
    queries.updateEndpoint(db, id, { previousSecret: null, previousUntil: null }),
  );
}

export async function replay(ctx: Context, id: string, from: string) {
  await findEndpoint(ctx, id);
  const time = parseInstant(from);
  const now = ctx.clock.now();
  const oldest = addMs(now, -days(maxReplayDays));
  if (time === undefined || time > now || time < oldest)
    throw validation("from", { ...accepts.time, min: oldest.toISOString(), max: now.toISOString() });
  return changeEndpoint(ctx, id, ({ db }) => queries.rewindEndpoint(db, id, { from: time, dueAt: now }));
}
