import { randomUUID } from "node:crypto";
import type { Context } from "../../context.ts";
import { unavailable } from "../../kernel/errors.ts";
import { sampleBody } from "../webhooks/test-call.ts";
import { bodyOfMessage } from "./payload.ts";
import { callEndpoint } from "./sending/call.ts";
import { unwrapBody } from "./sending/enqueue.ts";
import { findEndpoint } from "./service.ts";

/** One signed call about a fictional contact, also of an inactive endpoint. It changes nothing and is not in the log. */
export async function testEndpoint(ctx: Context, endpointId: string) {
  const endpoint = await findEndpoint(ctx, endpointId);
  const [type = "new_contact"] = endpoint.events;
  const id = `msg_test_${randomUUID()}`;
  const createdAt = ctx.clock.now();
  const timestamp = createdAt.toISOString();
  const item = { id, type, timestamp, data: unwrapBody(sampleBody(ctx, type)), contactId: null };
  const body = bodyOfMessage({ items: [item], isBatch: endpoint.batchSize > 1, createdAt });
  const { status, error, ms } = await callEndpoint(ctx, endpoint, { id, body, headers: { "x-service-test": "1" } });
  if (error === "data_key") throw unavailable("data_key");
  return { ok: error === null, status, ms, error };
}
