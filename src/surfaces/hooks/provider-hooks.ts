import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context, Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import type { HookProvider } from "../../features/bounces/hooks/contract.ts";
import type { ProviderEvent } from "../../features/bounces/hooks/provider-event.ts";
import { readPostmarkEvent } from "../../features/bounces/hooks/postmark.ts";
import * as hooks from "../../features/bounces/hooks/service.ts";
import { isConfirmationUrl, readSesEvent, readSns } from "../../features/bounces/hooks/ses.ts";
import { SnsVerifier } from "../../features/bounces/hooks/sns-signature.ts";
import { accepts } from "../../kernel/accepts.ts";
import { notFound, upstream, validation } from "../../kernel/errors.ts";
import type { Outbound } from "../../net/outbound.ts";
import { findReferencedMessage } from "../inbound/verified-message.ts";
import { findServiceContext } from "../pages/verified-token.ts";
import { pathParam } from "../pages/forms.ts";

type HookDeps = { readonly db: SystemDb; readonly services: Services };

/** An SNS notification has at most 256 KB; a Postmark bounce may contain a copy of the message. */
const maxBytes = 2 * 1_048_576;

/**
 * `/hooks/{provider}/{secret}`: events of Amazon SES and Postmark. The secret in the path authenticates the
 * caller; messages of SES must also be signed by Amazon SNS.
 */
export function registerProviderHooks(app: FastifyInstance, deps: HookDeps): void {
  const sns = new SnsVerifier(deps.services);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // SNS sends its JSON as text/plain.
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, String(body)),
    );
    scope.post("/hooks/:provider/:secret", async (request, reply) => {
      const { ctx, provider, hookId } = await authenticateHook(deps, request);
      const body = jsonIn(request);
      const event = provider === "postmark" ? readPostmarkEvent(body) : await readSnsEvent(ctx.outbound, sns, body);
      await hooks.recordHookUse(ctx, hookId);
      const isEarly = event !== undefined && (await recordEvent(deps, ctx, event)) === "not_sent_yet";
      // Providers retry after a 5xx.
      return isEarly ? reply.code(503).header("Retry-After", "60").send("") : reply.code(200).send("");
    });
  });
}

async function authenticateHook(
  deps: HookDeps,
  request: FastifyRequest,
): Promise<{ ctx: Context; provider: HookProvider; hookId: string }> {
  const provider = pathParam(request, "provider");
  const place = hooks.isProvider(provider)
    ? await hooks.findHook(deps.db, provider, pathParam(request, "secret"))
    : undefined;
  const ctx = place === undefined ? undefined : await findServiceContext(deps, place.tenantId);
  if (place === undefined || ctx === undefined || !hooks.isProvider(provider)) throw notFound("hook");
  return { ctx, provider, hookId: place.hookId };
}

function jsonIn({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(typeof body === "string" ? body : "");
  } catch {
    throw validation("body", accepts.json);
  }
}

async function readSnsEvent(outbound: Outbound, sns: SnsVerifier, body: unknown): Promise<ProviderEvent | undefined> {
  const host = await sns.verify(body);
  const message = readSns(body);
  if (message.kind === "confirmation") {
    if (!isConfirmationUrl(message.url, host))
      throw validation("SubscribeURL", { pattern: "the address that Amazon SNS sends" });
    await confirmSubscription(outbound, message.url);
  }
  return message.kind === "event" ? readSesEvent(message.event) : undefined;
}

async function confirmSubscription(outbound: Outbound, url: string): Promise<void> {
  const { status } = await outbound.send({ url, timeoutMs: 10_000, maxBytes: 65_536 }).catch(() => ({ status: 0 }));
  if (status !== 200) throw upstream("sns", "confirmation");
}

/** Only messages of the company that owns the hook. */
async function recordEvent(deps: HookDeps, ctx: Context, { named, event }: ProviderEvent) {
  const found = await findReferencedMessage(deps, named);
  return found?.ctx.db.tenantId === ctx.db.tenantId ? hooks.recordEvent(ctx, found.key, event) : undefined;
}
