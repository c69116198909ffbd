import { refusedByFailure, SmtpError, type Envelope, type SmtpOutcome } from "../../../src/mail/outcome.ts";
import { defaultLimits, SmtpConnection, type SmtpLimits } from "../../../src/mail/smtp.ts";
import { parseSmtpUrl } from "../../../src/mail/smtp-url.ts";

/** A connection for a single message. */
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
