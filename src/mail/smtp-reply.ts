import { StringDecoder } from "node:string_decoder";
import type { RefusedOutcome, SmtpStage } from "./outcome.ts";

export type Reply = { code: number; enhanced: string | undefined; lines: readonly string[] };

/** The extensions of the server: EHLO keywords with their parameters, upper case. */
export type SmtpFeatures = ReadonlyMap<string, readonly string[]>;

const MAX_LINE_CHARS = 8192;
const MAX_LINES = 200;
const MAX_RESPONSE_CHARS = 1000;

/** The server does not speak SMTP, or sends too much. */
export class MalformedReply extends Error {
  override readonly name = "MalformedReply";
}

/** Consumes bytes as they arrive and returns the replies that are complete. */
export function createReplyParser() {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let lines: string[] = [];

  function takeLine(line: string): Reply | undefined {
    const code = parseCode(line);
    if (code === undefined || lines.length >= MAX_LINES) throw new MalformedReply("not an SMTP reply");
    lines.push(line.slice(4));
    if (line.charCodeAt(3) === HYPHEN) return undefined;
    const reply = { code, enhanced: enhancedCode(code, lines[0] ?? ""), lines };
    lines = [];
    return reply;
  }

  return {
    push(chunk: Buffer): Reply[] {
      const text = rest + decoder.write(chunk);
      const replies: Reply[] = [];
      let start = 0;
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
        const reply = takeLine(text.slice(start, text.charCodeAt(end - 1) === CR && end > start ? end - 1 : end));
        if (reply !== undefined) replies.push(reply);
        start = end + 1;
      }
      rest = text.slice(start);
      if (rest.length > MAX_LINE_CHARS) throw new MalformedReply("reply line too long");
      return replies;
    },
    isMidReply: () => rest !== "" || lines.length > 0,
  };
}

const [CR, SPACE, HYPHEN, ZERO] = [13, 32, 45, 48];

/** Parsed by character: every message has four replies. */
function parseCode(line: string): number | undefined {
  const [first, second, third] = [line.charCodeAt(0) - ZERO, line.charCodeAt(1) - ZERO, line.charCodeAt(2) - ZERO];
  const isNumber = first >= 2 && first <= 5 && second >= 0 && second <= 9 && third >= 0 && third <= 9;
  const mark = line.charCodeAt(3);
  const isWhole = line.length === 3 || ((mark === SPACE || mark === HYPHEN) && !/[\r\u2028\u2029]/.test(line));
  return isNumber && isWhole ? first * 100 + second * 10 + third : undefined;
}

/** RFC 3463; a code whose class contradicts the reply code is ignored. */
function enhancedCode(code: number, text: string): string | undefined {
  if (text[1] !== ".") return undefined;
  const match = /^([245])\.\d{1,3}\.\d{1,3}(?=\s|$)/.exec(text);
  return match !== null && Number(match[1]) === Math.floor(code / 100) ? match[0] : undefined;
}

export function refusedByReply(reply: Reply, stage: SmtpStage): RefusedOutcome {
  const kind = replyClass(reply) === 5 ? "permanent" : "temporary";
  return { outcome: "refused", kind, stage, code: reply.code, enhanced: reply.enhanced, response: responseText(reply) };
}

export const replyClass = (reply: Reply) => Math.floor(reply.code / 100);

/** The reply in one line; the enhanced code, repeated on every line by RFC 2034, is kept once. */
export function responseText({ code, enhanced, lines }: Reply): string {
  if (lines.length === 1) return `${code} ${lines[0] ?? ""}`.trim().slice(0, MAX_RESPONSE_CHARS);
  const texts = lines.map((line, at) =>
    at > 0 && enhanced && line.startsWith(enhanced) ? line.slice(enhanced.length) : line,
  );
  const text = [String(code), ...texts.map((line) => line.trim()).filter((line) => line !== "")].join(" ");
  return text.slice(0, MAX_RESPONSE_CHARS);
}

/** The keywords of an EHLO reply with their parameters; the first line is the greeting. */
export function parseFeatures(reply: Reply): SmtpFeatures {
  const features = new Map<string, readonly string[]>();
  for (const line of reply.lines.slice(1)) {
    // Old servers write `AUTH=PLAIN`.
    const [keyword = "", ...parameters] = line
      .trim()
      .toUpperCase()
      .replace(/^AUTH=/, "AUTH ")
      .split(/\s+/);
    features.set(keyword, [...(features.get(keyword) ?? []), ...parameters]);
  }
  return features;
}
