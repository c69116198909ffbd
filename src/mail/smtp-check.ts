import { SmtpChannel } from "./smtp-channel.ts";
import { handshake } from "./smtp-handshake.ts";
import type { SmtpTarget } from "./smtp-url.ts";

/** What a server offers after the sign-in. `maxBytes` is null when it names no limit. */
export type ServerOffer = {
  readonly isEncrypted: boolean;
  readonly startTls: boolean;
  readonly pipelining: boolean;
  readonly chunking: boolean;
  readonly maxBytes: number | null;
};

const limits = { connectMs: 10_000, greetingMs: 15_000, commandMs: 15_000 };
const quitMs = 2000;

/** Connects and signs in as for a message, and sends none. Throws SmtpError. */
export async function checkServer(target: SmtpTarget): Promise<ServerOffer> {
  const channel = await SmtpChannel.connect(target, limits.connectMs);
  try {
    const features = await handshake(channel, { ...target, isChunking: true }, limits);
    const size = Number(features.get("SIZE")?.[0] ?? 0);
    // After STARTTLS a server does not offer it any more.
    const isUpgraded = channel.isSecure && target.tls !== "implicit";
    channel.write("QUIT\r\n");
    // The reply to QUIT does not matter.
    await channel.read("connect", quitMs).catch(() => undefined);
    return {
      isEncrypted: channel.isSecure,
      startTls: isUpgraded || features.has("STARTTLS"),
      pipelining: features.has("PIPELINING"),
      chunking: features.has("CHUNKING"),
      maxBytes: Number.isSafeInteger(size) && size > 0 ? size : null,
    };
  } finally {
    channel.destroy("checked");
  }
}
