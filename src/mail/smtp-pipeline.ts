import {
  SmtpError,
  type NotTriedOutcome,
  type SmtpMessage,
  type RefusedOutcome,
  type SmtpOutcome,
  type SmtpStage,
} from "./outcome.ts";
import type { SmtpChannel } from "./smtp-channel.ts";
import { planEnvelope, type EnvelopePlan } from "./smtp-envelope.ts";
import { refusedByReply, replyClass, responseText, type Reply, type SmtpFeatures } from "./smtp-reply.ts";

/** Limits the messages whose outcome becomes uncertain when a connection breaks. */
export const maxPipelinedMessages = 8;
export const maxPipelineBytes = 64 * 1024;

/** Complete lines, so that no encoding is needed, and short enough that at least two fit into one write. */
export const canPipeline = ({ message, isWireReady }: SmtpMessage): boolean =>
  isWireReady === true && message.length <= maxPipelineBytes / 2;

export type QueuedMessage = { readonly mail: SmtpMessage; resolve(outcome: SmtpOutcome | NotTriedOutcome): void };

type PipelineOptions = {
  readonly features: SmtpFeatures;
  readonly limits: { readonly commandMs: number; readonly dataMs: number };
};

/**
 * Sends several messages in one write to a server with CHUNKING and PIPELINING (RFC 3030 4.2), without waiting for
 * replies in between. This saves round trips to a remote server and most of the write overhead of a local one.
 * `isClean`: the server is ready for the next message without RSET.
 */
export async function runPipeline(
  channel: SmtpChannel,
  messages: readonly QueuedMessage[],
  { features, limits }: PipelineOptions,
) {
  const planned = messages.map((queued) => ({
    queued,
    plan: planEnvelope(queued.mail.envelope, queued.mail.message, features),
  }));
  const outcomes: (SmtpOutcome | NotTriedOutcome)[] = [];
  const report = ({ queued }: PlannedMessage, outcome: SmtpOutcome | NotTriedOutcome) => {
    outcomes.push(outcome);
    queued.resolve(outcome);
  };
  const sendable = planned.filter((message): message is SendableMessage => !("outcome" in message.plan));
  for (const message of planned) if ("outcome" in message.plan) report(message, message.plan);
  channel.write(encodeBatch(channel, sendable));
  let isClosing = false;
  let isLost = false;
  for (const [index, message] of sendable.entries()) {
    const isFirst = index === 0;
    const outcome: SmtpOutcome | NotTriedOutcome = isLost
      ? unknownOutcome
      : await readOutcome(channel, { isFirst, isClosing }, limits);
    isClosing ||= outcome.outcome === "refused" && outcome.code === 421;
    // After a protocol error, later replies may belong to other commands.
    isLost ||= !isClosing && (outcome.outcome === "late" || outcome.outcome === "unknown");
    report(message, outcome);
  }
  if (isClosing || isLost) channel.destroy("aborted");
  // Replies can no longer be matched to messages.
  if (channel.hasReply) channel.destroy("unexpected reply of the server");
  return { outcomes, isClean: outcomes.every(({ outcome }) => outcome === "sent") };
}

type PlannedMessage = { readonly queued: QueuedMessage; readonly plan: EnvelopePlan | RefusedOutcome };
type SendableMessage = PlannedMessage & { readonly plan: EnvelopePlan };

function encodeBatch(channel: SmtpChannel, messages: readonly SendableMessage[]): Buffer {
  const heads = messages.map(
    ({ queued: { mail }, plan }, index) =>
      // RSET, because the previous transaction may have failed: its recipient must not receive this message.
      `${index === 0 ? "" : "RSET\r\n"}${plan.mail}\r\n${plan.rcpt}\r\nBDAT ${mail.message.length} LAST\r\n`,
  );
  const bytes = messages.reduce((sum, { queued }, at) => sum + queued.mail.message.length + byteLength(heads[at]), 0);
  const batch = channel.writeBuffer(bytes);
  let at = 0;
  for (const [index, { queued }] of messages.entries()) {
    at += batch.write(heads[index] ?? "", at);
    batch.set(queued.mail.message, at);
    at += queued.mail.message.length;
  }
  return batch;
}

const byteLength = (text = "") => Buffer.byteLength(text);

const stages: readonly SmtpStage[] = ["mail", "rcpt", "message"];

/**
 * The reply to the message itself decides its outcome. Without a reply the message may have been delivered, unless the
 * server refused it or closed the connection with 421 before.
 */
async function readOutcome(
  channel: SmtpChannel,
  { isFirst, isClosing }: { isFirst: boolean; isClosing: boolean },
  { commandMs, dataMs }: PipelineOptions["limits"],
): Promise<SmtpOutcome | NotTriedOutcome> {
  let refused: RefusedOutcome | undefined;
  try {
    for (const stage of isFirst ? stages : (["mail", ...stages] as const)) {
      // Usually all replies have arrived.
      const reply = channel.take() ?? (await channel.read(stage, stage === "message" ? dataMs : commandMs));
      if (stage === "message" && (replyClass(reply) < 4 || refused === undefined)) return toOutcome(reply);
      if (replyClass(reply) !== 2) refused ??= refusedByReply(reply, stage);
    }
    return refused ?? unknownOutcome;
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    channel.destroy("aborted");
    return (
      refused ?? (isClosing && channel.isHungUp ? { outcome: "late" } : { outcome: "unknown", response: error.message })
    );
  }
}

const unknownOutcome: SmtpOutcome = { outcome: "unknown", response: "" };

/** A server that advertises BDAT but rejects it has accepted nothing: the message is sent with DATA. */
const unsupportedCodes = new Set([500, 502, 503, 504]);

function toOutcome(reply: Reply): SmtpOutcome | NotTriedOutcome {
  if (replyClass(reply) === 2) return { outcome: "sent", response: responseText(reply) };
  if (replyClass(reply) === 3) return { outcome: "unknown", response: responseText(reply) };
  return unsupportedCodes.has(reply.code) ? { outcome: "late" } : refusedByReply(reply, "message");
}
