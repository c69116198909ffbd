import { StringDecoder } from "node:string_decoder";

export type Reply = { code: number; enhanced: string | undefined; lines: readonly string[] };

/** What the server offered: EHLO keywords with their parameters, upper case. */
export type SmtpFeatures = ReadonlyMap<string, readonly string[]>;

const MAX_LINE_CHARS = 8192;
const MAX_LINES = 200;
const MAX_RESPONSE_CHARS = 1000;

/** The server does not speak SMTP, or floods us. */
export class MalformedReply extends Error {
  override readonly name = "MalformedReply";
}

/** Takes the bytes as they come and returns the replies that are complete by then. */
export function createReplyParser() {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let lines: string[] = [];

  function takeLine(line: string): Reply | undefined {
    const match = /^([2-5]\d\d)(?:([ -])(.*))?$/.exec(line);
    if (match === null || lines.length >= MAX_LINES) throw new MalformedReply("not an SMTP answer");
    const [, code, separator, text = ""] = match;
    lines.push(text);
    if (separator === "-") return undefined;
    const reply = { code: Number(code), enhanced: enhancedCode(Number(code), lines[0] ?? ""), lines };
    lines = [];
    return reply;
  }

  return {
    push(chunk: Buffer): Reply[] {
      const [...received] = (rest + decoder.write(chunk)).split("\n");
      rest = received.pop() ?? "";
      if (rest.length > MAX_LINE_CHARS) throw new MalformedReply("answer line too long");
      return received.map((line) => takeLine(line.replace(/\r$/, ""))).filter((reply) => reply !== undefined);
    },
    isMidReply: () => rest !== "" || lines.length > 0,
  };
}

/** RFC 3463; a code whose class contradicts the reply is not believed. */
function enhancedCode(code: number, text: string): string | undefined {
  const match = /^([245])\.\d{1,3}\.\d{1,3}(?=\s|$)/.exec(text);
  return match !== null && Number(match[1]) === Math.floor(code / 100) ? match[0] : undefined;
}

export const replyClass = (reply: Reply) => Math.floor(reply.code / 100);

/** The reply in one line; the enhanced code, repeated on every line by RFC 2034, is kept once. */
export function responseText({ code, enhanced, lines }: Reply): string {
  const texts = lines.map((line, at) =>
    at > 0 && enhanced && line.startsWith(enhanced) ? line.slice(enhanced.length) : line,
  );
  const text = [String(code), ...texts.map((line) => line.trim()).filter((line) => line !== "")].join(" ");
  return text.slice(0, MAX_RESPONSE_CHARS);
}

/** Keywords of an EHLO answer with their parameters; the first line is the greeting. */
export function parseFeatures(reply: Reply): SmtpFeatures {
  const features = new Map<string, readonly string[]>();
  for (const line of reply.lines.slice(1)) {
    // `AUTH=PLAIN` is how servers of the last century write it.
    const [keyword = "", ...parameters] = line
      .trim()
      .toUpperCase()
      .replace(/^AUTH=/, "AUTH ")
      .split(/\s+/);
    features.set(keyword, [...(features.get(keyword) ?? []), ...parameters]);
  }
  return features;
}
