import path from "node:path";
import type { Config } from "../config/config.ts";
import { MailConfigError, SmtpError } from "../mail/outcome.ts";
import { parseSmtpUrl, type SmtpTarget } from "../mail/smtp-url.ts";
import { SmtpConnection } from "../mail/smtp.ts";
import { fail, ok, warn, type Check } from "./check.ts";
import { findWriteProblem } from "./machine.ts";

const name = "mail";
const limits = { connectMs: 5000, greetingMs: 10_000, commandMs: 10_000, dataMs: 10_000 };

export async function checkMail(config: Pick<Config, "mailMode" | "smtpUrl" | "dataDir">): Promise<Check> {
  const { mailMode, smtpUrl, dataDir } = config;
  if (mailMode === "off") {
    return warn(name, "Mail is off: nothing is sent.", "Set MAIL_MODE=live and SMTP_URL to send mail.");
  }
  if (mailMode === "folder") return checkOutbox(path.join(dataDir, "outbox"));
  return checkRelay(mailMode, smtpUrl);
}

async function checkOutbox(folder: string): Promise<Check> {
  const problem = await findWriteProblem(folder);
  if (problem === undefined) return ok(name, `Mail is written to ${folder}; nothing leaves this machine.`);
  return fail(name, `Mail cannot be written to ${folder}: ${problem}`, "Give this account write permission.");
}

async function checkRelay(mode: "live" | "test", smtpUrl: string | undefined): Promise<Check> {
  if (smtpUrl === undefined) {
    return fail(
      name,
      `MAIL_MODE=${mode} needs SMTP_URL.`,
      "Set SMTP_URL=smtp://user:password@host:port of your relay.",
    );
  }
  try {
    return await checkRelayLogin(parseSmtpUrl(smtpUrl));
  } catch (error) {
    if (!(error instanceof MailConfigError)) throw error;
    return fail(name, `${error.message}.`, "Write SMTP_URL like smtp://user:password@host:port.");
  }
}

/** Connects, authenticates when the URL has a password, and quits: no message is sent. */
async function checkRelayLogin(target: SmtpTarget): Promise<Check> {
  const relay = `${target.host}:${target.port}`;
  try {
    const connection = await SmtpConnection.open(target, limits);
    await connection.quit();
    return ok(name, `The relay ${relay} accepts connections.`);
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    if (error.stage === "connect" || error.stage === "greeting") {
      return fail(name, `The relay ${relay} is unreachable.`, "Check host and port in SMTP_URL and the firewall.");
    }
    const answer = error.code === 0 ? "" : ` with ${error.code}`;
    const advice =
      error.stage === "auth"
        ? "Check user and password in SMTP_URL."
        : "Ask the operator of the relay, or check SMTP_URL.";
    return fail(name, `The relay ${relay} rejected the session${answer} (stage ${error.stage}).`, advice);
  }
}
