import type { Context } from "../../../context.ts";
import { ApiError, validation, toRule } from "../../../kernel/errors.ts";
import { listAnswer } from "../../api-v3/envelope.ts";
import { parseListQuery, type ListParameters } from "../../api-v3/list-request.ts";
import { listRows } from "../../api-v3/rows.queries.ts";
import type { WebhookEvent } from "../events.ts";
import { createWebhook } from "../service.ts";
import { WebHook } from "./contract.ts";
import { webHookSource, type WebHookFilter } from "./source.sql.ts";

export async function listWebHooks(ctx: Context, query: ListParameters & WebHookFilter) {
  const request = parseListQuery(query, WebHook);
  return listAnswer(await listRows(ctx.db, webHookSource(ctx, query), request), request);
}

type NewWebHook = { readonly target_url: string; readonly event: WebhookEvent; readonly basic_auth?: unknown };

export async function createWebHook(ctx: Context, { target_url: url, event, basic_auth: basicAuth }: NewWebHook) {
  try {
    const { id } = await createWebhook(ctx, { url, event, basicAuth });
    return { status: "created" as const, meta: [], id: Number(id) };
  } catch (error) {
    throw error instanceof ApiError ? apiV3Error(error) : error;
  }
}

const parameterNames: Readonly<Record<string, string>> = {
  "validation url": "target_url",
  "validation basicAuth": "basic_auth",
  "conflict limit": "limit",
};

/** Errors of API v1 in the names of API v3, where a full account is an invalid request. */
function apiV3Error(error: ApiError): ApiError {
  const name = parameterNames[`${error.code} ${error.message}`];
  return name === undefined ? error : validation(name, toRule(error.params));
}
