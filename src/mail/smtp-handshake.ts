import { hostname } from "node:os";
import { SmtpError, type SmtpStage } from "./outcome.ts";
import type { SmtpChannel } from "./smtp-channel.ts";
import { parseFeatures, replyClass, responseText, type Reply, type SmtpFeatures } from "./smtp-reply.ts";
import type { SmtpCredentials, SmtpTarget } from "./smtp-url.ts";

type HandshakeLimits = { connectMs: number; greetingMs: number; commandMs: number };

/** From the greeting until a message can be sent. Throws SmtpError when the server rejects the session. */
export async function handshake(
  channel: SmtpChannel,
  target: SmtpTarget,
  limits: HandshakeLimits,
): Promise<SmtpFeatures> {
  if (target.tls === "implicit") await startTls(channel, target, limits);
  expectReply(await channel.read("greeting", limits.greetingMs), "greeting", 2);
  let features = await sendEhlo(channel, limits);
  if (!channel.isSecure && target.tls !== "never" && features.has("STARTTLS")) {
    await sendCommand(channel, { stage: "starttls", command: "STARTTLS", expected: 2 }, limits);
    await startTls(channel, target, limits);
    features = await sendEhlo(channel, limits);
  }
  if (!channel.isSecure && target.tls === "required") throw new SmtpError("starttls", "the server offers no TLS");
  if (target.credentials !== undefined)
    await authenticate(channel, { features, credentials: target.credentials }, limits);
  return target.isChunking ? features : new Map([...features].filter(([keyword]) => keyword !== "CHUNKING"));
}

/**
 * A certificate is verified where that protects something: not on this machine, and not when no credentials are sent
 * and an attacker could as well strip STARTTLS.
 */
function startTls(channel: SmtpChannel, target: SmtpTarget, limits: HandshakeLimits) {
  const isWorthChecking = target.tls !== "opportunistic" || target.credentials !== undefined;
  const rejectUnauthorized = target.rejectUnauthorized ?? (isWorthChecking && !channel.isLoopback);
  return channel.secure(target.host, { rejectUnauthorized, stage: "starttls", timeoutMs: limits.connectMs });
}

async function sendEhlo(channel: SmtpChannel, limits: HandshakeLimits): Promise<SmtpFeatures> {
  const name = ehloName(channel.localAddress);
  channel.write(`EHLO ${name}\r\n`);
  const reply = await channel.read("ehlo", limits.commandMs);
  if (replyClass(reply) === 2) return parseFeatures(reply);
  if (reply.code < 500) expectReply(reply, "ehlo", 2);
  await sendCommand(channel, { stage: "ehlo", command: `HELO ${name}`, expected: 2 }, limits);
  return new Map();
}

/** Servers reject a name without a dot; RFC 5321 4.1.4 offers the address literal instead. */
function ehloName(localAddress: string): string {
  const name = hostname();
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name)) return name;
  return localAddress.includes(":") ? `[IPv6:${localAddress}]` : `[${localAddress}]`;
}

async function authenticate(
  channel: SmtpChannel,
  { features, credentials }: { features: SmtpFeatures; credentials: SmtpCredentials },
  limits: HandshakeLimits,
) {
  if (!channel.isSecure && !channel.isLoopback) {
    throw new SmtpError("auth", "credentials are not sent over plain text");
  }
  const methods = features.get("AUTH") ?? [];
  if ("accessToken" in credentials) return authenticateByToken(channel, { methods, credentials }, limits);
  const { user, password } = credentials;
  if (methods.includes("PLAIN")) {
    const command = `AUTH PLAIN ${base64(`\0${user}\0${password}`)}`;
    return sendCommand(channel, { stage: "auth", command, expected: 2 }, limits);
  }
  if (!methods.includes("LOGIN")) throw new SmtpError("auth", "the server offers neither AUTH PLAIN nor AUTH LOGIN");
  await sendCommand(channel, { stage: "auth", command: "AUTH LOGIN", expected: 3 }, limits);
  await sendCommand(channel, { stage: "auth", command: base64(user), expected: 3 }, limits);
  return sendCommand(channel, { stage: "auth", command: base64(password), expected: 2 }, limits);
}

type TokenCredentials = Extract<SmtpCredentials, { readonly rejected: unknown }>;

/** A server that refuses the token explains it in a challenge, which an empty line answers; its reply follows. */
async function authenticateByToken(
  channel: SmtpChannel,
  { methods, credentials }: { methods: readonly string[]; credentials: TokenCredentials },
  limits: HandshakeLimits,
): Promise<void> {
  if (!methods.includes("XOAUTH2")) throw new SmtpError("auth", "the server does not offer AUTH XOAUTH2");
  const token = await credentials.accessToken();
  channel.write(`AUTH XOAUTH2 ${base64(`user=${credentials.user}\x01auth=Bearer ${token}\x01\x01`)}\r\n`);
  let reply = await channel.read("auth", limits.commandMs);
  if (replyClass(reply) === 3) {
    channel.write("\r\n");
    reply = await channel.read("auth", limits.commandMs);
  }
  if (replyClass(reply) !== 2) credentials.rejected();
  expectReply(reply, "auth", 2);
}

async function sendCommand(
  channel: SmtpChannel,
  { stage, command, expected }: { stage: SmtpStage; command: string; expected: 2 | 3 },
  limits: HandshakeLimits,
): Promise<void> {
  channel.write(`${command}\r\n`);
  expectReply(await channel.read(stage, limits.commandMs), stage, expected);
}

function expectReply(reply: Reply, stage: SmtpStage, expected: 2 | 3) {
  if (replyClass(reply) !== expected) throw new SmtpError(stage, responseText(reply), reply);
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
