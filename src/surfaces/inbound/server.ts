import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { ClientConnections, type ClientLimits } from "./connection-limits.ts";
import { RetryLater, findRecipient, receiveMail, type InboundDeps, type InboundRecipient } from "./receive.ts";

export type InboundLimits = {
  readonly maxBytes: number;
  /** Connections of all clients together. */
  readonly maxClients: number;
  readonly client: ClientLimits;
  readonly maxRecipients: number;
  /** Wrong recipients in one session before it is closed. */
  readonly maxRefusals: number;
  readonly idleMs: number;
  readonly sessionMs: number;
};

export const inboundLimits: InboundLimits = {
  maxBytes: 10 * 1_048_576,
  maxClients: 40,
  client: { perAddress: 20, perNetwork: 30, perAddressMinute: 600, perNetworkMinute: 1200 },
  maxRecipients: 20,
  maxRefusals: 10,
  idleMs: 60_000,
  sessionMs: 600_000,
};

/** Key and certificate in PEM. */
export type TlsCertificate = { readonly cert: string; readonly key: string };

class SmtpReplyError extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.name = "SmtpRefusal";
    this.responseCode = responseCode;
  }
}

const unknownRecipient = () => new SmtpReplyError(550, "5.1.1 No such recipient here");
const tooManyConnections = () => new SmtpReplyError(421, "4.7.0 Too many connections, try again later");
const tryLater = () => new SmtpReplyError(451, "4.3.0 Try again later");

type SessionState = { refusals: number; readonly timer: NodeJS.Timeout };

/** Accepts mail for return paths and reports only; never sends any. */
export function createInboundServer(
  deps: InboundDeps,
  limits: InboundLimits = inboundLimits,
  tls?: TlsCertificate,
): SMTPServer {
  const sessions = new Map<string, SessionState>();
  const clients = new ClientConnections(limits.client, deps.services.clock);
  const server = new SMTPServer({
    logger: false,
    banner: "Postrider",
    authOptional: true,
    disabledCommands: tls === undefined ? ["AUTH", "STARTTLS"] : ["AUTH"],
    ...tls,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    size: limits.maxBytes,
    maxClients: limits.maxClients,
    socketTimeout: limits.idleMs,
    closeTimeout: 5000,
    onConnect({ id, remoteAddress }, done) {
      if (!clients.accept(remoteAddress)) {
        done(tooManyConnections());
        return;
      }
      const end = () => [...server.connections].find((connection) => connection.id === id)?.close();
      sessions.set(id, { refusals: 0, timer: setTimeout(end, limits.sessionMs).unref() });
      done();
    },
    onClose({ id, remoteAddress }) {
      clearTimeout(sessions.get(id)?.timer);
      // A refused connection was not counted.
      if (sessions.delete(id)) clients.release(remoteAddress);
    },
    onRcptTo({ address }, session, reply) {
      checkRecipient(address, session).then(() => reply(), reply);
    },
    onData(stream, { envelope }, reply) {
      acceptMessage(stream, envelope).then(() => reply(null, "2.0.0 Accepted"), reply);
    },
  });
  // Errors of single sessions: a client that disconnects is not logged.
  server.on("error", (error: Error) => deps.log.debug({ err: error }, "inbound SMTP error"));

  /** Internal failures are answered with a temporary error, so that the sender retries. */
  async function lookUpRecipient(address: string): Promise<InboundRecipient | undefined> {
    try {
      return await findRecipient(deps, address);
    } catch (error) {
      deps.log.warn({ err: error }, "recipient lookup of inbound mail failed");
      throw tryLater();
    }
  }

  async function checkRecipient(address: string, { id, envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= limits.maxRecipients) throw new SmtpReplyError(452, "4.5.3 Too many recipients");
    if ((await lookUpRecipient(address)) !== undefined) return;
    const session = sessions.get(id);
    if (session !== undefined) session.refusals += 1;
    if ((session?.refusals ?? 0) >= limits.maxRefusals)
      throw new SmtpReplyError(421, "4.7.0 Too many wrong recipients");
    throw unknownRecipient();
  }

  async function acceptMessage(
    stream: SMTPServerDataStream,
    { mailFrom, rcptTo }: SMTPServerSession["envelope"],
  ): Promise<void> {
    const raw = await readBytes(stream, limits.maxBytes);
    if (raw === undefined) throw new SmtpReplyError(552, "5.3.4 Message too large");
    const recipients: InboundRecipient[] = [];
    for (const { address } of rcptTo) {
      const recipient = await lookUpRecipient(address);
      if (recipient !== undefined) recipients.push(recipient);
    }
    if (recipients.length === 0) throw unknownRecipient();
    // The null sender is that of reports: a person who unsubscribes has an address.
    const isReport = mailFrom === false || mailFrom.address === "";
    const effective = recipients.filter(({ kind }) => !isReport || kind !== "unsubscribe");
    try {
      await receiveMail(deps, effective, raw);
    } catch (error) {
      if (!(error instanceof RetryLater)) deps.log.error({ err: error }, "processing inbound mail failed");
      throw tryLater();
    }
  }

  return server;
}

/** Undefined beyond the size limit; the rest is read and discarded. */
async function readBytes(stream: SMTPServerDataStream, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return stream.sizeExceeded || size > maxBytes ? undefined : Buffer.concat(chunks);
}
