import { SmtpError, type Late, type Mail, type Refused, type SmtpOutcome, type SmtpStage } from "./outcome.ts";
import type { SmtpChannel } from "./smtp-channel.ts";
import { planEnvelope, type EnvelopePlan } from "./smtp-envelope.ts";
import { refusedByReply, replyClass, responseText, type Reply, type SmtpFeatures } from "./smtp-reply.ts";

/** When a connection breaks, what was on its way is uncertain: so much at most. */
export const longestTrain = 8;
export const trainBytes = 64 * 1024;

/** Whole lines, so that they can go as they are, and short enough for two of them. */
export const fitsTrain = ({ message, isWireReady }: Mail): boolean =>
  isWireReady === true && message.length <= trainBytes / 2;

export type Rider = { readonly mail: Mail; resolve(outcome: SmtpOutcome | Late): void };

type Riding = {
  readonly features: SmtpFeatures;
  readonly limits: { readonly commandMs: number; readonly dataMs: number };
};

/**
 * Several messages in one write, to a server with CHUNKING and PIPELINING (RFC 3030 4.2): it needs to say nothing before
 * it is given a message. One that is far away takes as many times more, and one beside us costs a fraction of what a
 * write for each message costs. `isClean`: the server is ready for the next message as it is.
 */
export async function runTrain(channel: SmtpChannel, riders: readonly Rider[], { features, limits }: Riding) {
  const cars = riders.map((rider) => ({
    rider,
    plan: planEnvelope(rider.mail.envelope, rider.mail.message, features),
  }));
  const outcomes: (SmtpOutcome | Late)[] = [];
  const tell = ({ rider }: Car, outcome: SmtpOutcome | Late) => {
    outcomes.push(outcome);
    rider.resolve(outcome);
  };
  const coupled = cars.filter((car): car is Coupled => !("outcome" in car.plan));
  for (const car of cars) if ("outcome" in car.plan) tell(car, car.plan);
  channel.write(load(channel, coupled));
  let isClosing = false;
  let isLost = false;
  for (const [index, car] of coupled.entries()) {
    const isFirst = index === 0;
    const outcome: SmtpOutcome | Late = isLost ? uncertain : await answerTo(channel, { isFirst, isClosing }, limits);
    isClosing ||= outcome.outcome === "refused" && outcome.code === 421;
    // What is answered after a misunderstanding may be the answer to something else.
    isLost ||= !isClosing && (outcome.outcome === "late" || outcome.outcome === "unknown");
    tell(car, outcome);
  }
  if (isClosing || isLost) channel.destroy("given up");
  // Whose answer that is cannot be told, nor of whom the next one would be.
  if (channel.hasAnswer) channel.destroy("the server spoke unasked");
  return { outcomes, isClean: outcomes.every(({ outcome }) => outcome === "sent") };
}

type Car = { readonly rider: Rider; readonly plan: EnvelopePlan | Refused };
type Coupled = Car & { readonly plan: EnvelopePlan };

function load(channel: SmtpChannel, cars: readonly Coupled[]): Buffer {
  const heads = cars.map(
    ({ rider: { mail }, plan }, index) =>
      // Whatever became of the one before: its recipient must not become this one's.
      `${index === 0 ? "" : "RSET\r\n"}${plan.mail}\r\n${plan.rcpt}\r\nBDAT ${mail.message.length} LAST\r\n`,
  );
  const bytes = cars.reduce((sum, { rider }, at) => sum + rider.mail.message.length + byteLength(heads[at]), 0);
  const train = channel.room(bytes);
  let at = 0;
  for (const [index, { rider }] of cars.entries()) {
    at += train.write(heads[index] ?? "", at);
    train.set(rider.mail.message, at);
    at += rider.mail.message.length;
  }
  return train;
}

const byteLength = (text = "") => Buffer.byteLength(text);

const stages: readonly SmtpStage[] = ["mail", "rcpt", "message"];

/**
 * The answer to the message itself says what became of it. One that never came: the message was written and may be
 * delivered, except where the server had refused it, or had said that it would read no more (421) and hung up.
 */
async function answerTo(
  channel: SmtpChannel,
  { isFirst, isClosing }: { isFirst: boolean; isClosing: boolean },
  { commandMs, dataMs }: Riding["limits"],
): Promise<SmtpOutcome | Late> {
  let refused: Refused | undefined;
  try {
    for (const stage of isFirst ? stages : (["mail", ...stages] as const)) {
      // Mostly all of them are there.
      const reply = channel.take() ?? (await channel.read(stage, stage === "message" ? dataMs : commandMs));
      if (stage === "message" && (replyClass(reply) < 4 || refused === undefined)) return endOf(reply);
      if (replyClass(reply) !== 2) refused ??= refusedByReply(reply, stage);
    }
    return refused ?? uncertain;
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    channel.destroy("given up");
    return (
      refused ?? (isClosing && channel.isHungUp ? { outcome: "late" } : { outcome: "unknown", response: error.message })
    );
  }
}

const uncertain: SmtpOutcome = { outcome: "unknown", response: "" };

/** A server that offers what it does not know has taken nothing: the message leaves another way. */
const misunderstood = new Set([500, 502, 503, 504]);

function endOf(reply: Reply): SmtpOutcome | Late {
  if (replyClass(reply) === 2) return { outcome: "sent", response: responseText(reply) };
  if (replyClass(reply) === 3) return { outcome: "unknown", response: responseText(reply) };
  return misunderstood.has(reply.code) ? { outcome: "late" } : refusedByReply(reply, "message");
}
