import { inTransaction, type Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { WrongDataKey } from "../../../kernel/encryption.ts";
import { rateLimited, requireFound, unavailable, validation } from "../../../kernel/errors.ts";
import { addMs, hours, secondsUntil } from "../../../kernel/local-time.ts";
import { OutboundError, type OutboundReason, type OutboundRequest } from "../../../net/outbound.ts";
import { getNode } from "../engine/get-node.ts";
import { findMergeValues } from "../merge-values.ts";
import { decryptSecrets } from "../secrets.ts";
import { getAutomationRecord } from "../service.ts";
import { maxShownAnswer, type trialErrors } from "./contract.ts";
import { listShownSecrets, withoutSecrets } from "./hide-secrets.ts";
import { webhookRequest } from "./request.ts";
import * as queries from "./trial.queries.ts";

/** A limit per company: a trial calls any URL, at once and for every member who may edit automations. */
const maxTrialsPerHour = 60;
/** What is read of an answer: enough to show its beginning when secrets in it are hidden. */
const maxReadBytes = 64 * 1024;

type Trial = { readonly automationId: string; readonly node: string; readonly contactId: string };
type TrialError = (typeof trialErrors)[number];
type Answer = {
  readonly status: number | null;
  readonly error: TrialError | null;
  readonly text: string;
  /** The rest was not read. */
  readonly isCut: boolean;
};

/** Calls the receiver once for a contact that need not be in the automation. It is counted before the call leaves. */
export async function testWebhookNode(ctx: Context, trial: Trial) {
  const { request, secrets } = await prepareTrial(ctx, trial);
  await countTrial(ctx);
  const begun = performance.now();
  const { status, error, text, isCut } = await call(ctx, request);
  const shown = withoutSecrets(text, { secrets: listShownSecrets(request, secrets), isCut });
  return {
    ok: status !== null && status >= 200 && status < 300,
    status,
    ms: Math.round(performance.now() - begun),
    error,
    body: shown.slice(0, maxShownAnswer),
  };
}

async function prepareTrial(ctx: Context, { automationId, node: key, contactId }: Trial) {
  const { db, clock } = ctx;
  const { shopId } = await getAutomationRecord(ctx, automationId);
  const node = await getNode(ctx, automationId, key);
  if (node.type !== "webhook") throw validation("node", accepts.webhookNode);
  const values = requireFound(await findMergeValues(db, { contactId, shopId, now: clock.now() }), "contact");
  const secrets = await decryptSecrets(ctx, automationId, key).catch((error: unknown) => {
    throw error instanceof WrongDataKey ? unavailable("data_key") : error;
  });
  const request = webhookRequest(node.config, values, secrets);
  return { request: { ...request, headers: { ...request.headers, "X-Service-Test": "1" } }, secrets };
}

async function countTrial(ctx: Context): Promise<void> {
  await inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now();
    const hour = new Date(Math.floor(now.getTime() / hours(1)) * hours(1));
    if (!(await queries.addTrial(db, { hour, max: maxTrialsPerHour })))
      throw rateLimited("webhook-trials", secondsUntil(addMs(hour, hours(1)), now));
    await queries.deleteTrials(db, hour);
  });
}

const errorByReason: Readonly<Record<OutboundReason, TrialError>> = {
  address: "address",
  connection: "connection",
  dns: "dns",
  size: "connection",
  timeout: "timeout",
  url: "url",
};

async function call({ outbound }: Context, request: OutboundRequest): Promise<Answer> {
  let status: number | null = null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const read = () => new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxReadBytes));
  try {
    const answer = await outbound.open({ ...request, maxBytes: Number.MAX_SAFE_INTEGER });
    status = answer.status;
    if (!isText(answer.headers["content-type"])) {
      answer.close();
      return { status, error: null, text: "", isCut: false };
    }
    for await (const chunk of answer.body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxReadBytes) break;
    }
    answer.close();
    return { status, error: null, text: read(), isCut: size > maxReadBytes };
  } catch (error) {
    const reason = error instanceof OutboundError ? errorByReason[error.reason] : "connection";
    // The status decides whether a call succeeded, also when the rest of the answer does not arrive.
    return { status, error: status === null ? reason : null, text: read(), isCut: true };
  }
}

const isText = (type = "text/plain"): boolean => /^text\/|json|xml|javascript|x-www-form-urlencoded/i.test(type);
