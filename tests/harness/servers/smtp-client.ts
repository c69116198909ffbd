import { refusedByFailure, SmtpError, type Envelope, type SmtpOutcome } from "../../../src/mail/outcome.ts";
import { parseSmtpUrl } from "../../../src/mail/smtp-url.ts";
import { defaultLimits, SmtpConnection, type SmtpLimits } from "../../../src/mail/smtp.ts";

/** Sends one message over a connection of its own; the product pools connections. */
export async function sendOnce(
  url: string,
  envelope: Envelope,
  message: Buffer,
  limits: SmtpLimits = defaultLimits,
): Promise<SmtpOutcome> {
  const target = parseSmtpUrl(url);
  try {
    const connection = await SmtpConnection.open(target, limits);
    const outcome = await connection.send({ envelope, message });
    await connection.quit();
    return outcome;
  } catch (error) {
    if (error instanceof SmtpError) return refusedByFailure(error);
    throw error;
  }
}
