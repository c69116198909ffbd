import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeApp } from "../composition/app.ts";
import { createHttp } from "../composition/web.ts";
import { createLog } from "../log/log.ts";
import { company, type TestCompany } from "../../tests/harness/factories/company.ts";
import { workerDatabase } from "../../tests/harness/servers/database.ts";
import { multipartForm } from "../../tests/harness/factories/multipart-form.ts";

/** On a real socket: a rejected upload must not hang while the client is still sending. */
let one: TestCompany;
let server: Awaited<ReturnType<typeof createHttp>>;
let port: number;

beforeAll(async () => {
  one = await company();
  const { url, db } = await workerDatabase();
  server = await createHttp(await composeApp(one.app.config, url, createLog("error"), { db, clock: one.clock }), url);
  await server.listen({ host: "127.0.0.1", port: 0 });
  const address: AddressInfo | string | null = server.server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});

afterAll(() => server.close());

const path = () => `/api/v1/tenants/${one.tenant}/imports/files`;

async function post(body: Readable | Buffer, headers: Record<string, string>) {
  const request = http.request({
    method: "POST",
    port,
    path: path(),
    headers: { authorization: `Bearer ${one.apiKey}`, ...headers },
  });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });
  (body instanceof Readable ? body : Readable.from([body], { objectMode: false })).pipe(request);
  const answer = await answered;
  const error: unknown = await json(answer);
  return { status: answer.statusCode, error };
}

const refusal = (status: number, message: string) => ({
  status,
  error: { error: { code: "validation", message, params: expect.any(Object) } },
});

/** A form whose file has this many bytes, generated while it is sent. */
function* bigForm(bytes: number) {
  const { payload } = multipartForm(Buffer.from("MARK"), "big.csv");
  const at = payload.indexOf("MARK");
  yield payload.subarray(0, at);
  const line = Buffer.from(`${"a".repeat(1023)}\n`.repeat(64));
  for (let left = bytes; left > 0; left -= line.length) yield line.subarray(0, Math.min(left, line.length));
  yield payload.subarray(at + 4);
}

const contentType = multipartForm(Buffer.alloc(0), "a").contentType;

const filesLeft = async () => {
  const rows = await one.app.db.sql`select from stored_file where tenant_id = ${one.tenantId}`;
  return rows.length;
};

describe("a form", () => {
  it("may contain short texts before the file", async () => {
    const form = multipartForm(Buffer.from("email\na@example.com\n"), "Kontakty červen.csv", { fields: { note: "x" } });
    const answer = await post(form.payload, { "content-type": form.contentType });
    expect(answer).toMatchObject({ status: 201, error: { name: "Kontakty červen.csv", rows: 1 } });
    await one.app.db.sql`delete from stored_file where tenant_id = ${one.tenantId}`;
  });

  it.each([
    ["without its file", multipartForm(Buffer.from("email\n"), "a.csv", { part: "document" }).payload, "file"],
    ["that breaks off", multipartForm(Buffer.from("email\na@b.cz\n"), "a.csv").payload.subarray(0, -30), "body"],
    ["that is none", Buffer.from("email\na@b.cz\n"), "body"],
    ["that is empty", Buffer.alloc(0), "body"],
  ])("%s is refused", async (_what, payload, message) => {
    expect(await post(payload, { "content-type": contentType })).toEqual(refusal(400, message));
    expect(await filesLeft()).toBe(0);
  });

  it("without a boundary is rejected", async () => {
    const answer = await post(Buffer.from("x"), { "content-type": "multipart/form-data" });
    expect(answer).toEqual(refusal(400, "body"));
  });

  it(
    "over 64 MB is 413, at once by its Content-Length and during the upload without one",
    { timeout: 60_000 },
    async () => {
      const size = 64 * 1_048_576;
      const streamed = await post(Readable.from(bigForm(size + 1)), { "content-type": contentType });
      expect(streamed).toEqual(refusal(413, "size"));
      const length = { "content-type": contentType, "content-length": String(size + 3_000_000) };
      const socket = net.connect(port, "127.0.0.1");
      const head = { host: "x", authorization: `Bearer ${one.apiKey}`, ...length };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${path()} HTTP/1.1\r\n${lines.join("")}\r\n`);
      const [answer]: unknown[] = await once(socket, "data");
      expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();
      expect(await filesLeft()).toBe(0);
    },
  );

  it("of a client that disconnects leaves nothing behind", async () => {
    const { payload } = multipartForm(Buffer.from("email\na@example.com\n".repeat(1000)), "a.csv");
    const socket = net.connect(port, "127.0.0.1");
    const head = {
      host: "x",
      authorization: `Bearer ${one.apiKey}`,
      "content-type": contentType,
      "content-length": String(payload.length),
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${path()} HTTP/1.1\r\n${lines.join("")}\r\n`);
    socket.write(payload.subarray(0, 5000));
    await expect.poll(filesLeft).toBe(1);
    socket.destroy();
    await expect.poll(filesLeft).toBe(0);
  });

  it("is 415 where no file is accepted, and 401 without credentials before it is read", async () => {
    const { payload } = multipartForm(Buffer.from("x"), "a.csv");
    const headers = { authorization: `Bearer ${one.apiKey}`, "content-type": contentType };
    const url = `/api/v1/tenants/${one.tenant}/contacts`;
    const elsewhere = await server.inject({ method: "POST", url, headers, payload });
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([415, refusal(415, "contentType").error]);
    const stranger = await server.inject({
      method: "POST",
      url: path(),
      headers: { "content-type": contentType },
      payload,
    });
    expect(stranger.statusCode).toBe(401);
  });
});
