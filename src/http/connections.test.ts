import { once } from "node:events";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { testApp } from "../../tests/harness/factories/company.ts";
import { defaultConnectionLimits, type ConnectionLimits } from "./connections.ts";
import { HourlyCounter } from "../kernel/hourly-counter.ts";
import { RateLimitedKeys } from "./rate-limited-keys.ts";
import { createServer } from "./server.ts";

let server: FastifyInstance | undefined;
afterEach(() => server?.close());

async function listen(limits: Partial<ConnectionLimits> = {}) {
  const { app, clock } = await testApp();
  const lines: string[] = [];
  const deps = {
    db: app.db,
    keys: new RateLimitedKeys(app.db, app.config.apiLimits),
    keyUses: new HourlyCounter(),
    clock,
    services: app.services,
    limits: app.config.apiLimits,
    publicUrls: ["http://127.0.0.1"],
    trustProxy: false,
    log: pino({ level: "info" }, { write: (line: string) => lines.push(line) }),
  } as const;
  server = createServer(deps, [], { ...defaultConnectionLimits, ...limits });
  const errors: Error[] = [];
  server.addHook("onError", async (_request, _reply, error) => void errors.push(error));
  server.post("/echo", (request) => request.body);
  server.post("/upload", { config: { takesUpload: true } }, async ({ raw }) => {
    let bytes = 0;
    for await (const chunk of raw) bytes += Buffer.byteLength(chunk);
    return { bytes };
  });
  server.get("/too-slow", () =>
    app.db.transaction(async ({ sql }) => {
      await sql`set local statement_timeout = '20ms'`;
      await sql`select pg_sleep(5)`;
    }),
  );
  const { port } = new URL(await server.listen({ port: 0, host: "127.0.0.1" }));
  return { port: Number(port), lines, errors };
}

type Client = { socket: net.Socket; answer: Promise<string> };

/** Reads until the server closes the connection, and fails if it resets it. */
async function open(port: number): Promise<Client> {
  const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  await once(socket, "connect");
  const answer = new Promise<string>((resolve, reject) => {
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString())).on("error", reject);
    socket.on("end", () => resolve(text)).on("close", () => resolve(text));
  });
  return { socket, answer };
}

const head = (path: string, length: number, more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;

/** Sends everything before it reads anything, like a simple client. */
async function sendBlindly(port: number, bytes: number, more: string): Promise<string> {
  const { socket, answer } = await open(port);
  socket.pause();
  socket.write(head("/echo", bytes, more));
  const block = Buffer.alloc(1_048_576, " ");
  for (let left = bytes; left > 0; left -= block.length) {
    if (!socket.write(block.subarray(0, Math.min(left, block.length)))) await once(socket, "drain");
  }
  socket.resume();
  if (more === "") {
    const [data]: unknown[] = await once(socket, "data");
    socket.destroy();
    return String(data);
  }
  return answer;
}

it.each(["", "Connection: close\r\n"])(
  "lets a client that sends 30 MB read the 413 in 30 of 30 tries %j",
  { timeout: 120_000 },
  async (more) => {
    const { port } = await listen({ discardBytesPerSecond: 1e12 });
    for (let attempt = 0; attempt < 30; attempt += 1) {
      expect(await sendBlindly(port, 30 * 1_048_576, more)).toMatch(/^HTTP\/1\.1 413 [^]*"size"/);
    }
  },
);

it("reads refused bodies of all connections together at a limited pace", async () => {
  const { port } = await listen({ discardBytesPerSecond: 60_000_000 });
  const begun = performance.now();
  await Promise.all([1, 2].map(() => sendBlindly(port, 30_000_000, "Connection: close\r\n")));
  expect(performance.now() - begun).toBeGreaterThan(600);
});

it("closes the connection of a client that keeps sending after the response", async () => {
  const { port } = await listen({ discardBytes: 8_000_000 });
  const { socket, answer } = await open(port);
  socket.on("error", () => undefined);
  socket.write(head("/echo", 1e9));
  const block = Buffer.alloc(1_048_576, " ");
  let sent = 0;
  while (!socket.destroyed && sent < 500) {
    sent += 1;
    if (!socket.write(block)) await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => undefined);
  }
  await answer.catch(() => undefined);
  expect(sent).toBeLessThan(500);
});

it("answers 408 when the headers do not arrive in time", async () => {
  const { port } = await listen({ headersTimeoutMs: 200 });
  const { socket, answer } = await open(port);
  socket.write("GET /healthz HTTP/1.1\r\nHost:");
  expect(await answer).toMatch(/^HTTP\/1\.1 408 [^]*"validation"/);
});

it("answers 408 when the body of an ordinary request does not arrive in time, and waits longer for a file", async () => {
  const { port } = await listen({ bodyTimeoutMs: 200 });
  const ordinary = await open(port);
  const upload = await open(port);
  ordinary.socket.write(`${head("/echo", 10)}{`);
  upload.socket.write(
    `${head("/upload", 10, "Connection: close\r\n").replace("application/json", "multipart/form-data")}{`,
  );
  expect(await ordinary.answer).toMatch(/^HTTP\/1\.1 408 /);
  await delay(200);
  upload.socket.write("123456789");
  expect(await upload.answer).toMatch(/^HTTP\/1\.1 200 [^]*{"bytes":10}$/);
});

it("accepts so many connections at once and drops others", async () => {
  const { port } = await listen({ maxConnections: 2 });
  const [one, two, three] = [await open(port), await open(port), await open(port)];
  one.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await one.answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(await three.answer.catch(() => "reset")).toMatch(/^(reset)?$/);
  two.socket.destroy();
});

it("answers 503 timeout when a statement took too long", async () => {
  const { port } = await listen();
  const answer = await fetch(`http://127.0.0.1:${port}/too-slow`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: { code: "unavailable", message: "timeout", params: {} } },
  ]);
});

it("does not take a client that disconnects for a database that is down", async () => {
  const { port, lines, errors } = await listen();
  const { socket, answer } = await open(port);
  socket.write(`${head("/echo", 1000)}{"a":`);
  await delay(50);
  socket.resetAndDestroy();
  await answer.catch(() => undefined);
  await expect.poll(() => errors.length).toBe(1);
  await delay(50);
  expect(lines.join("")).not.toMatch(/database|unavailable|"status":50/);
});
