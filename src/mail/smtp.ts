import {
  refusedByFailure,
  SmtpError,
  type NotTriedOutcome,
  type SmtpMessage,
  type RefusedOutcome,
  type SmtpOutcome,
  type SmtpStage,
} from "./outcome.ts";
import { SmtpChannel } from "./smtp-channel.ts";
import { encodeData, joinTail, type WireData } from "./smtp-data.ts";
import { planEnvelope, type EnvelopePlan } from "./smtp-envelope.ts";
import { handshake } from "./smtp-handshake.ts";
import { refusedByReply, replyClass, responseText, type SmtpFeatures } from "./smtp-reply.ts";
import { runPipeline, type QueuedMessage } from "./smtp-pipeline.ts";
import type { SmtpTarget } from "./smtp-url.ts";

/** Timeout of each phase; `dataMs` applies once to writing the message and once to the reply to it. */
export type SmtpLimits = { connectMs: number; greetingMs: number; commandMs: number; dataMs: number };

/** RFC 5321 4.5.3.2, shortened where a live server has no reason to be slow; the final reply keeps its ten minutes. */
export const defaultLimits: SmtpLimits = {
  connectMs: 30_000,
  greetingMs: 60_000,
  commandMs: 60_000,
  dataMs: 600_000,
};

const QUIT_MS = 2000;

/** Returns the next message whose envelope may be pipelined; the argument says whether the server supports batches. */
export type NextMessage = (supportsBatches: boolean) => SmtpMessage | undefined;

type SmtpStep = { stage: SmtpStage; command: string; expected: 2 | 3 };

/** One connection to one server, used for many messages one after another. */
export class SmtpConnection {
  readonly #channel: SmtpChannel;
  readonly #features: SmtpFeatures;
  readonly #limits: SmtpLimits;
  #isBusy = false;
  /** The message whose envelope was pipelined behind the previous message: its replies come next. */
  #pipelinedEnvelope: { readonly mail: SmtpMessage; readonly plan: EnvelopePlan } | undefined;

  private constructor(channel: SmtpChannel, features: SmtpFeatures, limits: SmtpLimits) {
    this.#channel = channel;
    this.#features = features;
    this.#limits = limits;
  }

  /** Throws SmtpError when the server is unreachable or rejects the session. */
  static async open(target: SmtpTarget, limits: SmtpLimits = defaultLimits): Promise<SmtpConnection> {
    const channel = await SmtpChannel.connect(target, limits.connectMs);
    try {
      const features = await handshake(channel, target, limits);
      return new SmtpConnection(channel, features, limits);
    } catch (error) {
      channel.destroy("aborted");
      throw error;
    }
  }

  /** The server accepts several messages in one write; see `sendPipelined`. */
  get supportsBdatPipelining() {
    return this.#features.has("PIPELINING") && this.#features.has("CHUNKING");
  }

  /** The connection can take another message, as far as is known. */
  get isOpen() {
    return this.#channel.isOpen && !this.#channel.hasReply;
  }

  /** Like `isOpen`, for a message whose envelope may have been pipelined already. */
  canSend(mail: SmtpMessage): boolean {
    return this.#channel.isOpen && (this.#pipelinedEnvelope?.mail === mail || !this.#channel.hasReply);
  }

  /**
   * Never throws for failures of the server or the network. `nextMessage` returns the message that follows on this
   * connection, if there is one already: its envelope is pipelined with the end of this one (RFC 2920 3.1), which saves
   * a round trip.
   */
  async send(mail: SmtpMessage, nextMessage?: NextMessage): Promise<SmtpOutcome> {
    const release = this.#acquire();
    try {
      return await this.#transact(mail, nextMessage);
    } catch (error) {
      if (!(error instanceof SmtpError)) throw error;
      this.#channel.destroy("aborted");
      return refusedByFailure(error);
    } finally {
      release();
    }
  }

  /**
   * Sends messages that fit a pipeline in one write; each is resolved as soon as its outcome is known. Never throws for
   * failures of the server or the network.
   */
  async sendPipelined(messages: readonly QueuedMessage[]): Promise<readonly (SmtpOutcome | NotTriedOutcome)[]> {
    const release = this.#acquire();
    try {
      const { outcomes, isClean } = await runPipeline(this.#channel, messages, {
        features: this.#features,
        limits: this.#limits,
      });
      if (!isClean && this.#channel.isOpen) await this.#reset();
      return outcomes;
    } finally {
      release();
    }
  }

  #acquire(): () => void {
    if (this.#isBusy) throw new Error("an SMTP connection takes one message at a time");
    this.#isBusy = true;
    return () => {
      this.#isBusy = false;
    };
  }

  async quit(): Promise<void> {
    if (this.isOpen) {
      this.#channel.write("QUIT\r\n");
      // The reply to QUIT does not matter.
      await this.#channel.read("connect", QUIT_MS).catch(() => undefined);
    }
    this.#channel.destroy("closed");
  }

  async #transact(mail: SmtpMessage, nextMessage: NextMessage | undefined): Promise<SmtpOutcome> {
    const pipelined = this.#pipelinedEnvelope?.mail === mail ? this.#pipelinedEnvelope.plan : undefined;
    this.#pipelinedEnvelope = undefined;
    const plan = pipelined ?? planEnvelope(mail.envelope, mail.message, this.#features);
    if ("outcome" in plan) return plan;
    // Read as the reply to MAIL, an unread reply would shift every later reply by one.
    if (pipelined === undefined && this.#channel.hasReply)
      throw new SmtpError("mail", "unexpected reply of the server");
    const refused = await this.#sendEnvelope(plan, pipelined !== undefined);
    return refused ?? this.#sendData(encodeData(mail.message, mail.isWireReady), nextMessage);
  }

  /** MAIL, RCPT and DATA, in one write where the server supports PIPELINING. The first refusal counts. */
  async #sendEnvelope(plan: EnvelopePlan, isWritten: boolean): Promise<RefusedOutcome | undefined> {
    const isPipelined = this.#features.has("PIPELINING");
    if (isPipelined && !isWritten) this.#channel.write(toCommands(plan));
    let refused: RefusedOutcome | undefined;
    const codes: Partial<Record<SmtpStage, number>> = {};
    for (const { stage, command, expected } of toSteps(plan)) {
      if (!isPipelined) this.#channel.write(`${command}\r\n`);
      // Usually all three replies have arrived, together with the reply to the previous message.
      const reply =
        this.#channel.take() ??
        (await this.#channel.read(stage, this.#limits.commandMs).catch((error: unknown) => {
          if (refused !== undefined) return undefined;
          throw error;
        }));
      if (reply === undefined) return refused;
      codes[stage] = reply.code;
      if (replyClass(reply) !== expected) refused ??= refusedByReply(reply, stage);
      if (refused !== undefined && !isPipelined) break;
    }
    if (refused !== undefined) await this.#recover(refused, codes);
    return refused;
  }

  /** After a refusal: prepares the connection for the next message, or closes it. */
  async #recover(refused: RefusedOutcome, codes: Partial<Record<SmtpStage, number>>) {
    if (refused.code === 421) return this.#channel.destroy("the server is closing");
    // RFC 2920 3.1: a server that accepts DATA although it refused the recipient gets an empty message. If it had
    // accepted the recipient, the empty message would be delivered.
    const isDataAccepted = codes.data === 354;
    if (isDataAccepted && codes.rcpt !== undefined && codes.rcpt < 300) {
      return this.#channel.destroy("contradictory replies");
    }
    await this.#reset(isDataAccepted);
  }

  async #reset(isDataAccepted = false) {
    try {
      if (isDataAccepted) {
        this.#channel.write(".\r\n");
        await this.#channel.read("message", this.#limits.dataMs);
      }
      this.#channel.write("RSET\r\n");
      const reply = await this.#channel.read("mail", this.#limits.commandMs);
      if (replyClass(reply) !== 2) this.#channel.destroy("RSET refused");
    } catch (error) {
      // The refusal is final, even if the connection fails now.
      if (!(error instanceof SmtpError)) throw error;
      this.#channel.destroy("aborted");
    }
  }

  /**
   * The envelope of the next message; empty when the server does not support PIPELINING or cannot take that message.
   */
  #pipelineNextEnvelope(nextMessage: NextMessage | undefined): string {
    const mail = this.#features.has("PIPELINING") ? nextMessage?.(this.supportsBdatPipelining) : undefined;
    if (mail === undefined) return "";
    const plan = planEnvelope(mail.envelope, mail.message, this.#features);
    if ("outcome" in plan) return "";
    this.#pipelinedEnvelope = { mail, plan };
    return toCommands(plan);
  }

  async #sendData(data: WireData, nextMessage: NextMessage | undefined): Promise<SmtpOutcome> {
    if (data.head !== undefined) await this.#channel.drain(data.head, this.#limits.dataMs);
    if (this.#channel.hasReply || !this.#channel.isOpen) {
      const reply = await this.#channel.read("message", this.#limits.dataMs);
      this.#channel.destroy("reply before the end of the message");
      return refusedByReply(reply, "message");
    }
    this.#channel.write(
      joinTail(data, this.#pipelineNextEnvelope(nextMessage), (length) => this.#channel.writeBuffer(length)),
    );
    try {
      const reply = await this.#channel.read("message", this.#limits.dataMs);
      if (reply.code === 421) this.#channel.destroy("the server is closing");
      if (replyClass(reply) === 2) return { outcome: "sent", response: responseText(reply) };
      if (replyClass(reply) !== 3) return refusedByReply(reply, "message");
      this.#channel.destroy("unexpected reply to the message");
      return { outcome: "unknown", response: responseText(reply) };
    } catch (error) {
      if (!(error instanceof SmtpError)) throw error;
      this.#channel.destroy("aborted");
      return { outcome: "unknown", response: error.message };
    }
  }
}

const toSteps = (plan: EnvelopePlan): readonly SmtpStep[] => [
  { stage: "mail", command: plan.mail, expected: 2 },
  { stage: "rcpt", command: plan.rcpt, expected: 2 },
  { stage: "data", command: "DATA", expected: 3 },
];

const toCommands = ({ mail, rcpt }: EnvelopePlan): string => `${mail}\r\n${rcpt}\r\nDATA\r\n`;
