import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { dnsServer, type DnsServer } from "../../tests/harness/servers/dns.ts";
import { createDns, DnsUnavailable } from "./dns.ts";

let server: DnsServer;
beforeAll(async () => {
  server = await dnsServer();
});
afterAll(() => server.close());

/** A name server that answers with what `answer` makes of the query. */
async function aServer(answer: (query: Buffer) => readonly Buffer[]): Promise<string> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    for (const packet of answer(query)) socket.send(packet, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

const flagged = (query: Buffer, flags: number, answers = 0) => {
  const packet = Buffer.from(query);
  packet.writeUInt16BE(flags, 2);
  packet.writeUInt16BE(answers, 6);
  return packet;
};

it("reads the mail servers and how long they are valid", async () => {
  server.set("shop.example", "MX", "10 mx1.hoster.example", "20 mx2.hoster.example");
  expect(await createDns([server.address]).mxWithTtl("Shop.example")).toEqual({
    records: [
      { priority: 10, exchange: "mx1.hoster.example" },
      { priority: 20, exchange: "mx2.hoster.example" },
    ],
    ttlS: 300,
  });
});

it("has no records for a name that does not exist or is none", async () => {
  const dns = createDns([server.address]);
  for (const name of ["missing.example", "a..b", "", `${"a".repeat(64)}.example`])
    expect(await dns.mxWithTtl(name)).toEqual({ records: [], ttlS: undefined });
});

it("reads a compressed name, and the shortest TTL of an alias and its record", async () => {
  const alias = (query: Buffer) => {
    const name = Buffer.from([0xc0, 12]);
    const toItself = Buffer.concat([name, Buffer.from([0, 5, 0, 1, 0, 0, 0, 60, 0, 2]), name]);
    const record = Buffer.concat([name, Buffer.from([0, 15, 0, 1, 0, 0, 1, 0, 0, 7, 0, 10, 2, 0x6d, 0x78]), name]);
    return [Buffer.concat([flagged(query, 0x8180, 2), toItself, record])];
  };
  expect(await createDns([await aServer(alias)]).mxWithTtl("a.example")).toEqual({
    records: [{ priority: 10, exchange: "mx.a.example" }],
    ttlS: 60,
  });
});

it("waits for the true answer beside forged ones, and asks the next server", async () => {
  const forged = await aServer((query) => {
    const other = flagged(query, 0x8180);
    other.writeUInt16BE((query.readUInt16BE(0) + 1) & 0xffff, 0);
    return [other, Buffer.alloc(3), flagged(query, 0x8182)];
  });
  server.set("next.example", "MX", "5 mx.next.example");
  expect(await createDns([forged, server.address]).mxWithTtl("next.example")).toMatchObject({
    records: [{ exchange: "mx.next.example" }],
  });
  await expect(createDns([forged]).mxWithTtl("next.example")).rejects.toBeInstanceOf(DnsUnavailable);
});

it("fails for a server that is silent, and for names that refer to themselves", async () => {
  const silent = createDns([await aServer(() => [])], { attemptMs: 100, totalMs: 150 });
  await expect(silent.mxWithTtl("a.example")).rejects.toBeInstanceOf(DnsUnavailable);
  const endless = await aServer((query) => [
    Buffer.concat([
      flagged(query, 0x8180, 1),
      Buffer.from([0xc0, query.length, 0, 15, 0, 1, 0, 0, 0, 60, 0, 3, 0, 1, 0]),
    ]),
  ]);
  await expect(createDns([endless]).mxWithTtl("a.example")).rejects.toBeInstanceOf(DnsUnavailable);
});
