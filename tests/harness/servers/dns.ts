import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";

const types = { A: 1, CNAME: 5, MX: 15, TXT: 16 } as const;
export type RecordType = keyof typeof types;

/** A name server on loopback with the records of a test. */
export type DnsServer = {
  /** The value of `DNS_SERVERS`. */
  readonly address: string;
  /** Replaces the records of a name; an MX is written as `10 mail.example.com`. */
  set(name: string, type: RecordType, ...values: string[]): void;
  /** Turns SERVFAIL answers on or off. */
  fail(isFailing: boolean): void;
  close(): void;
};

export async function dnsServer(): Promise<DnsServer> {
  const records = new Map<string, string[]>();
  let isFailing = false;
  const socket = createSocket("udp4");
  socket.on("message", (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = questionIn(query);
    const values = isFailing ? [] : (records.get(`${type} ${name}`) ?? []);
    const rcode = isFailing ? 2 : values.length > 0 ? 0 : 3;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 + rcode, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(values.length, 6);
    head.writeUInt32BE(0, 8);
    const answers = values.map((value) => encodeAnswer(type, value));
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  socket.unref();
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, type, ...values) => records.set(`${types[type]} ${name.toLowerCase()}`, values),
    fail: (value) => {
      isFailing = value;
    },
    close: () => socket.close(),
  };
}

function questionIn(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function encodeAnswer(type: number, value: string): Buffer {
  const data = encodeData(type, value);
  const head = Buffer.alloc(12);
  // A pointer to the name of the question, at byte 12.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  // TTL of five minutes.
  head.writeUInt32BE(300, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeData(type: number, value: string): Buffer {
  if (type === types.A) return Buffer.from(value.split(".").map(Number));
  if (type === types.TXT) {
    return Buffer.concat((value.match(/[^]{1,255}/g) ?? [""]).map((part) => sized(part)));
  }
  if (type === types.CNAME) return encodeName(value);
  const [priority = "0", exchange = "."] = value.split(" ");
  const head = Buffer.alloc(2);
  head.writeUInt16BE(Number(priority));
  return Buffer.concat([head, encodeName(exchange)]);
}

const sized = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1")]);

const encodeName = (name: string) =>
  Buffer.concat([
    ...name
      .split(".")
      .filter((label) => label !== "")
      .map(sized),
    Buffer.from([0]),
  ]);
