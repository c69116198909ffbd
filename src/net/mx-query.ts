import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { isIP, isIPv6 } from "node:net";

export type MxRecord = { readonly exchange: string; readonly priority: number };
export type MxAnswer = {
  readonly records: readonly MxRecord[];
  /** For how long the answer is valid; undefined where the name server does not say. */
  readonly ttlS: number | undefined;
};

/** The answer did not fit into a datagram. */
export class TruncatedAnswer extends Error {
  override readonly name = "TruncatedAnswer";
}

const mxType = 15;
const headerBytes = 12;
const defaultPort = 53;

/**
 * Asks one name server for the mail servers of a domain, over UDP. The resolver of Node.js returns the records without
 * their TTL. Rejects when the server fails, does not answer in time or its answer is truncated.
 */
export async function queryMx(server: string, name: string, timeoutMs: number): Promise<MxAnswer> {
  const { host, port } = parseServer(server);
  const query = encodeQuery(randomInt(65_536), name);
  if (query === undefined) return { records: [], ttlS: undefined };
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
    const timer = setTimeout(() => finish(() => reject(new Error("the name server does not answer"))), timeoutMs);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      socket.close();
      settle();
    };
    socket.on("error", (error) => finish(() => reject(error)));
    socket.on("message", (answer) => {
      // A datagram that does not answer this query may be forged: the true answer may still come.
      if (!answersQuery(answer, query)) return;
      finish(() => {
        try {
          resolve(decodeAnswer(answer, query.length));
        } catch (error) {
          reject(error instanceof Error ? error : new Error("the answer cannot be read"));
        }
      });
    });
    // A connected socket takes datagrams of that server alone.
    socket.connect(port, host, () => socket.send(query));
  });
}

/** `address`, `address:port` or `[IPv6]:port`. */
function parseServer(server: string): { host: string; port: number } {
  if (isIP(server) !== 0) return { host: server, port: defaultPort };
  const [, host = "", port = ""] = /^\[?([^\]]+)\]?:(\d+)$/.exec(server) ?? [];
  return { host, port: Number(port) };
}

/** Undefined for a text that is no name in the DNS. */
function encodeQuery(id: number, name: string): Buffer | undefined {
  const labels = name.split(".").map((label) => Buffer.from(label, "latin1"));
  if (name.length > 253 || labels.some(({ length }) => length === 0 || length > 63)) return undefined;
  const head = Buffer.alloc(headerBytes);
  head.writeUInt16BE(id, 0);
  // Recursion desired, one question.
  head.writeUInt16BE(0x0100, 2);
  head.writeUInt16BE(1, 4);
  const question = Buffer.from([0, 0, mxType, 0, 1]);
  return Buffer.concat([head, ...labels.flatMap((label) => [Buffer.from([label.length]), label]), question]);
}

/** The id, the response bit and the question of the query, whatever the case of its letters. */
function answersQuery(answer: Buffer, query: Buffer): boolean {
  if (answer.length < query.length || answer.readUInt16BE(0) !== query.readUInt16BE(0)) return false;
  const isResponse = (answer.readUInt8(2) & 0x80) !== 0 && answer.readUInt16BE(4) === 1;
  const questionIn = (message: Buffer) => message.toString("latin1", headerBytes, query.length).toLowerCase();
  return isResponse && questionIn(answer) === questionIn(query);
}

const noSuchName = 3;

function decodeAnswer(answer: Buffer, questionEnd: number): MxAnswer {
  const flags = answer.readUInt16BE(2);
  if ((flags & 0x0200) !== 0) throw new TruncatedAnswer();
  const rcode = flags & 15;
  if (rcode === noSuchName) return { records: [], ttlS: undefined };
  if (rcode !== 0) throw new Error(`the name server answered with code ${rcode}`);
  const records: MxRecord[] = [];
  const ttls: number[] = [];
  let at = questionEnd;
  for (let left = answer.readUInt16BE(6); left > 0; left -= 1) {
    at = readName(answer, at).end;
    const type = answer.readUInt16BE(at);
    const size = answer.readUInt16BE(at + 8);
    // The record is valid for as long as an alias on the way to it, too.
    ttls.push(answer.readUInt32BE(at + 4));
    const start = at + 10;
    if (type === mxType)
      records.push({ priority: answer.readUInt16BE(start), exchange: readName(answer, start + 2).name });
    at = start + size;
  }
  return { records, ttlS: ttls.length === 0 ? undefined : Math.min(...ttls) };
}

const maxJumps = 20;

/** The name at a place, and where what follows it begins. */
function readName(message: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = start;
  let end: number | undefined;
  for (let jumps = 0; jumps <= maxJumps;) {
    const length = message.readUInt8(at);
    if (length === 0) return { name: labels.join("."), end: end ?? at + 1 };
    if (length >= 0xc0) {
      end ??= at + 2;
      at = message.readUInt16BE(at) & 0x3fff;
      jumps += 1;
    } else {
      labels.push(message.toString("latin1", at + 1, at + 1 + length));
      at += length + 1;
    }
  }
  throw new Error("a name refers to itself");
}
