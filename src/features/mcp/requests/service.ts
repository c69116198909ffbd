import type { Static } from "typebox";
import { textOrNull } from "../../../kernel/text.ts";
import { inTransaction, type Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { memberIdOf } from "../../../kernel/actor.ts";
import { ApiError, conflict, requireFound } from "../../../kernel/errors.ts";
import { addMs, days, iso } from "../../../kernel/local-time.ts";
import { toPage } from "../../../kernel/schema.ts";
import { lockCompany } from "../../members/queries.ts";
import type { assistantRequestRoutes } from "../contract.ts";
import { decryptCall, encryptCall, type CallInput } from "./encrypted-call.ts";
import * as queries from "./queries.ts";

const validityMs = days(7);

const present = (row: queries.RequestRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  decidedAt: iso(row.decidedAt),
});

type ListQuery = Static<(typeof assistantRequestRoutes.records.listAssistantRequests)["query"]>;

export async function listRequests({ db, clock }: Context, query: ListQuery) {
  const { page, pageSize, offset } = toPage(query);
  const filter = { now: clock.now(), state: query.state };
  const [rows, total] = await Promise.all([
    queries.listRequests(db, { ...filter, limit: pageSize, offset }),
    queries.countRequests(db, filter),
  ]);
  return { items: rows.map(present), total, page, pageSize };
}

export const getRequest = async ({ db, clock }: Context, id: string) =>
  present(requireFound(await queries.findRequest(db, id, clock.now()), "assistant_request"));

type RequestInput = Omit<queries.NewRequest, "call" | "campaignId" | "createdAt" | "expiresAt"> & {
  readonly input: CallInput;
};

/** Runs in the transaction that uses up the confirm token. */
export async function createRequest(ctx: Context, { input, ...request }: RequestInput) {
  const { db, clock } = ctx;
  const at = clock.now();
  const { operation, client } = request;
  const { campaign_id: named } = input.params;
  const campaignId = textOrNull(named);
  if (campaignId !== null && operation !== "testCampaign") await rejectSecond(db, campaignId, at);
  const expiresAt = addMs(at, validityMs);
  const call = encryptCall(ctx, input);
  const requestId = await queries.insertRequest(db, { ...request, call, campaignId, createdAt: at, expiresAt });
  await insertNotification(db, { type: "assistant_request", params: { requestId, operation, client }, at });
  return { requestId, expiresAt: expiresAt.toISOString() };
}

/** Members decide about one request for a campaign at a time. The lock makes concurrent ones wait for each other. */
async function rejectSecond(db: TenantDb, campaignId: string, at: Date): Promise<void> {
  await lockCompany(db);
  const requestId = await queries.findWaitingRequest(db, campaignId, at);
  if (requestId !== undefined) throw conflict("requested", { requestId });
}

/** The operation runs in one transaction with the decision: a killed process leaves both or neither. */
export async function approveRequest(ctx: Context, id: string) {
  await requireWaiting(ctx, id);
  const { assistantCalls, db } = ctx;
  if (assistantCalls === undefined) throw new Error("requests are approved in processes that serve HTTP");
  const { call, ...requested } = await queries.getRequestedCall(db, id);
  // Another member decided since it was found waiting.
  if (call === null) throw conflict("status");
  await assistantCalls.run(
    ctx,
    { ...requested, input: decryptCall(ctx, call) },
    {
      approve: (own) => decide({ ...ctx, db: own }, id, "approved"),
      outdate: () => inTransaction(ctx, (inner) => decide(inner, id, "outdated")),
    },
  );
  return getRequest(ctx, id);
}

export async function declineRequest(ctx: Context, id: string) {
  await requireWaiting(ctx, id);
  return inTransaction(ctx, async (inner) => {
    await decide(inner, id, "declined");
    return getRequest(inner, id);
  });
}

async function requireWaiting(ctx: Context, id: string): Promise<void> {
  const { state } = await getRequest(ctx, id);
  if (state === "expired") throw new ApiError("expired", "assistant_request");
  if (state !== "waiting") throw conflict("status", { current: state });
}

async function decide({ db, clock, actor }: Context, id: string, state: "approved" | "declined" | "outdated") {
  const decision = { state, memberId: memberIdOf(actor), at: clock.now() };
  if (!(await queries.decideRequest(db, id, decision))) throw conflict("status");
}
