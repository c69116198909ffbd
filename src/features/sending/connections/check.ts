import { inTransaction, type Context } from "../../../context.ts";
import { SmtpError } from "../../../mail/outcome.ts";
import { checkServer, type ServerOffer } from "../../../mail/smtp-check.ts";
import { liftPause, pauseConnection } from "./health.ts";
import { toPauseReason, toStateCode } from "./pause-reasons.ts";
import { requireOwnConnections } from "./permission.ts";
import { markChecked } from "./queries.ts";
import { getConnection, getConnectionRecord } from "./service.ts";
import { toTarget } from "./target.ts";

const noOffer: ServerOffer = {
  isEncrypted: false,
  startTls: false,
  pipelining: false,
  chunking: false,
  maxBytes: null,
};

/** Signs in outside of any transaction. A check that succeeds ends a pause, one that fails begins it. */
export async function checkConnection(ctx: Context, id: string) {
  await requireOwnConnections(ctx);
  const { offer, failure } = await signIn(ctx, id);
  await inTransaction(ctx, async (inner) => {
    await markChecked(inner.db, id, inner.clock.now());
    if (failure === undefined) await liftPause(inner, id);
    else await pauseConnection(inner, id, toFailure(failure));
  });
  const { isEncrypted, startTls, pipelining, chunking, maxBytes } = offer;
  return {
    ok: failure === undefined,
    failure: failure === undefined ? null : describe(failure),
    encrypted: isEncrypted,
    startTls,
    pipelining,
    chunking,
    maxBytes,
    connection: await getConnection(ctx, id),
  };
}

async function signIn(ctx: Context, id: string): Promise<{ offer: ServerOffer; failure: SmtpError | undefined }> {
  const record = await getConnectionRecord(ctx, id);
  try {
    return { offer: await checkServer(toTarget(ctx, record)), failure: undefined };
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    return { offer: noOffer, failure: error };
  }
}

const toFailure = ({ stage, code, enhanced, message }: SmtpError) => ({ stage, code, enhanced, response: message });

const maxReply = 500;

function describe(error: SmtpError) {
  const failure = toFailure(error);
  const { stage, response } = failure;
  return { reason: toPauseReason(failure), stage, code: toStateCode(failure), reply: response.slice(0, maxReply) };
}
