import { createServer, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { rawServers } from "../../tests/harness/servers/raw-servers.ts";
import { isPrivateAddress, isPublicAddress } from "./addresses.ts";
import { createOutbound, OutboundError, type OutboundRequest } from "./outbound.ts";

describe("addresses", () => {
  it.each(["8.8.8.8", "93.184.216.34", "172.32.0.1", "2606:2800:220:1::1", "2a00:1450:4014:80e::200e"])(
    "%s is public",
    (address) => expect([isPublicAddress(address), isPrivateAddress(address)]).toEqual([true, false]),
  );

  const others = `
    127.0.0.1 127.8.8.8 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 ::1 fd00::1 0.0.0.0
    100.64.0.1 169.254.169.254 192.0.2.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::ffff:8.8.8.8 ::ffff:127.0.0.1
    64:ff9b::808:808 fe80::1 ff02::1 2002:7f00:1:: 2001:db8::1 2001::1 ::8.8.8.8 example.com `;

  it.each([...others.trim().split(/\s+/), ""])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));

  it("of link-local and shared networks are always rejected", () => {
    expect(["169.254.169.254", "100.64.0.1", "fe80::1", "0.0.0.0"].map(isPrivateAddress)).toEqual(Array(4).fill(false));
  });
});

const rawServer = rawServers();
const servers: (() => void)[] = [];
afterAll(() => {
  for (const close of servers) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const limits = { timeoutMs: 20_000, maxBytes: 1000 };
const open = createOutbound({ allowPrivate: true });

const getReason = (request: OutboundRequest, outbound = open) =>
  outbound.send(request).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof OutboundError ? error.reason : error),
  );

it("returns the server's response, redirects included", async () => {
  const url = await serve((request, reply) => {
    if (request.url === "/old") reply.writeHead(302, { location: "/new" }).end();
    else reply.writeHead(201, { "x-agent": request.headers["user-agent"] ?? "" }).end(`hello ${request.method}`);
  });
  const answer = await open.send({ url, method: "POST", body: "{}", ...limits });
  expect({ status: answer.status, body: answer.body.toString(), agent: answer.headers["x-agent"] }).toEqual({
    status: 201,
    body: "hello POST",
    agent: "Postrider/1",
  });
  expect(await getReason({ url: `${url}/old`, ...limits })).toBe(302);
});

it("aborts a response that is too long, announced or not", async () => {
  const announced = await serve((_request, reply) => reply.writeHead(200, { "content-length": 5000 }).end());
  const streamed = await serve((_request, reply) => {
    reply.write("x".repeat(900));
    reply.end("x".repeat(900));
  });
  expect(await getReason({ url: announced, ...limits })).toBe("size");
  expect(await getReason({ url: streamed, ...limits })).toBe("size");
});

it("times out during lookup, before and during the response", async () => {
  const silent = await serve(() => undefined);
  const slow = await serve((_request, reply) => reply.writeHead(200).write("x"));
  expect(await getReason({ url: silent, ...limits, timeoutMs: 50 })).toBe("timeout");
  expect(await getReason({ url: slow, ...limits, timeoutMs: 50 })).toBe("timeout");
  const stuck = createOutbound({ allowPrivate: true, resolve: () => new Promise(() => undefined) });
  expect(await getReason({ url: "http://example.com", ...limits, timeoutMs: 50 }, stuck)).toBe("timeout");
});

it("reports an unreachable host and an unknown name", async () => {
  expect(await getReason({ url: "http://127.0.0.1:1", ...limits })).toBe("connection");
  const nobody = createOutbound({ allowPrivate: true, resolve: async () => [] });
  expect(await getReason({ url: "http://nothing.invalid", ...limits }, nobody)).toBe("dns");
  const broken = createOutbound({
    allowPrivate: true,
    resolve: () => Promise.reject(new Error("the name server fails")),
  });
  expect(await getReason({ url: "http://nothing.invalid", ...limits }, broken)).toBe("dns");
});

it.each(["ftp://example.com", "file:///etc/passwd", "javascript:1", "nonsense", "http://user:secret@example.com"])(
  "rejects the URL %s",
  async (url) => expect(await getReason({ url, ...limits })).toBe("url"),
);

it.each([
  "http://127.0.0.1",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://169.254.169.254/latest/meta-data",
  "http://10.0.0.1",
  "http://0/",
])("does not connect to %s", async (url) => {
  expect(await getReason({ url, ...limits }, createOutbound({ allowPrivate: false }))).toBe("address");
});

it("rejects a name that resolves to a private address, even beside a public one", async () => {
  let calls = 0;
  const url = await serve((_request, reply) => {
    calls += 1;
    reply.end();
  });
  const port = new URL(url).port;
  const outbound = createOutbound({ allowPrivate: false, resolve: async () => ["8.8.8.8", "127.0.0.1"] });
  expect(await getReason({ url: `http://rebinding.example:${port}`, ...limits }, outbound)).toBe("address");
  const allowed = createOutbound({ allowPrivate: true, resolve: async () => ["127.0.0.1"] });
  expect(await getReason({ url: `http://inside.example:${port}`, ...limits }, allowed)).toBe(200);
  expect(calls).toBe(1);
  const metadata = createOutbound({ allowPrivate: true, resolve: async () => ["169.254.169.254"] });
  expect(await getReason({ url: "http://metadata.example", ...limits }, metadata)).toBe("address");
});

/** Linux refuses to connect to a broadcast address at once, as it does for IPv6 on a host without IPv6. */
const unreachable = createOutbound({ allowPrivate: true, resolve: async () => ["127.255.255.255"] });
const unreachables = createOutbound({
  allowPrivate: true,
  resolve: async () => ["127.255.255.255", "127.255.255.255"],
});

it.each(["http", "https"])("reports a name whose addresses fail at once, by %s", async (scheme) => {
  const call = { url: `${scheme}://unreachable.example`, ...limits };
  expect(await getReason(call, unreachable)).toBe("connection");
  expect(await getReason({ ...call, method: "POST", body: "{}" }, unreachable)).toBe("connection");
  expect(await getReason(call, unreachables)).toBe("connection");
});

it("reports an answer that is no HTTP, that switches the protocol or that is cut off", async () => {
  const answers = [
    (socket: Socket) => socket.end("garbage\r\n\r\n"),
    (socket: Socket) => socket.write("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"),
    (socket: Socket) => socket.resetAndDestroy(),
  ];
  for (const answer of answers) {
    const url = `http://127.0.0.1:${await rawServer.open(answer)}`;
    expect(await getReason({ url, ...limits })).toBe("connection");
  }
});

async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of body);
}

it("survives the reset of a connection whose answer is not read", async () => {
  let connection: Socket | undefined;
  const port = await rawServer.open((socket) => {
    connection = socket;
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
  });
  const answer = await open.open({ url: `http://127.0.0.1:${port}`, ...limits });
  connection?.resetAndDestroy();
  await expect(drain(answer.body)).rejects.toThrow("connection");
  answer.close();
});
