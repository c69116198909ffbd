import net from "node:net";
import { composeMessage } from "../mime.ts";
import type { SpamRuleHit } from "./spam-email.ts";

/** Where SpamAssassin's daemon listens. */
export type SpamdAddress = { host: string; port: number; timeoutMs?: number };

const MAX_ANSWER = 100_000;

/**
 * The score as one rule, with the names of the matching tests. Undefined when the daemon does not answer: the check
 * continues without it.
 */
export async function askSpamd(
  { host, port, timeoutMs = 5000 }: SpamdAddress,
  email: { subject: string; html: string; text: string },
): Promise<SpamRuleHit[]> {
  const message = composeMessage({
    from: { address: "check@localhost" },
    to: { address: "check@localhost" },
    subject: email.subject.replace(/[\p{Cc}]+/gu, " "),
    text: email.text,
    html: email.html,
    messageId: "check@localhost",
    date: new Date(0),
  });
  const answer = await exchange({ host, port, timeoutMs }, message);
  const [, score] = /^Spam:\s*\S+\s*;\s*(-?[\d.]+)\s*\//im.exec(answer) ?? [];
  if (score === undefined) return [];
  const [, names = ""] = answer.split("\r\n\r\n");
  const found = names.split(/[\s,]+/).filter((name) => name !== "");
  return [{ code: "spamassassin", points: Math.max(0, Number(score)), ...(found.length === 0 ? {} : { found }) }];
}

function exchange({ host, port, timeoutMs }: Required<SpamdAddress>, message: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect({ host, port });
    const finish = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, finish);
    socket.setEncoding("latin1");
    socket.on("connect", () => {
      socket.write(`SYMBOLS SPAMC/1.5\r\nContent-length: ${message.length}\r\n\r\n`);
      socket.end(message);
    });
    socket.on("data", (chunk: string) => {
      answer += chunk;
      if (answer.length > MAX_ANSWER) finish();
    });
    socket.on("end", finish);
    socket.on("error", finish);
  });
}
