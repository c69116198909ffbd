import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  authorizePath,
  exchange,
  locationOf,
  pkce,
  redirectUri,
  startConsent,
  submitConsent,
} from "../../../tests/harness/factories/oauth.ts";
import { adminHeaders } from "../../../tests/harness/servers/sign-in.ts";

const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: string | AddressInfo | null = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

/** The address of a document with these fields. */
async function aDocument(change: Record<string, unknown> = {}) {
  const fetched: string[] = [];
  const origin = await serve((request, response) => {
    fetched.push(request.url ?? "");
    const clientId = `${origin}${request.url}`;
    const fields = { client_id: clientId, client_name: "Desk", redirect_uris: [redirectUri], ...change };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(fields));
  });
  return { clientId: `${origin}/client.json`, fetched };
}

const withPrivate = () => company({ WEBHOOK_ALLOW_PRIVATE: "1" });

const authorize = async (own: TestCompany, clientId: string, change = {}) =>
  own.server.inject({
    method: "GET",
    url: authorizePath({ clientId, challenge: pkce().challenge, change }),
    remoteAddress: "203.0.113.5",
  });

const refused = (answer: Awaited<ReturnType<typeof authorize>>) => [
  answer.statusCode,
  answer.headers.location,
  answer.json().error,
];

describe("a client with a metadata document", () => {
  it("is authorized without registration, and its document is fetched once an hour", async () => {
    const own = await withPrivate();
    const { clientId, fetched } = await aDocument();
    const { verifier, challenge } = pkce();
    const path = await startConsent(own.server, { clientId, challenge });
    const { cookie } = await adminHeaders(own);
    const answer = await submitConsent(
      { server: own.server, path, cookie },
      { company: own.tenant, scope: "read", allow: "allow" },
    );
    const code = locationOf(answer).searchParams.get("code") ?? "";
    const client = { client_id: clientId };
    const tokens = await exchange(own.server, { client, code, verifier });
    expect(tokens.statusCode).toBe(200);
    await authorize(own, clientId);
    expect(fetched).toEqual(["/client.json"]);
    own.clock.advance(3_600_001);
    await authorize(own, clientId);
    expect(fetched.length).toBe(2);
  });

  it("may redirect only to addresses of its document", async () => {
    const own = await withPrivate();
    const { clientId } = await aDocument();
    const answer = await authorize(own, clientId, { redirect_uri: "https://evil.example/" });
    expect(refused(answer)).toEqual([400, undefined, "invalid_request"]);
  });

  it.each([
    { client_id: "https://other.example/client.json" },
    { client_id: undefined },
    { redirect_uris: undefined },
    { redirect_uris: ["http://evil.example/"] },
    { token_endpoint_auth_method: "client_secret_post" },
    { client_secret: "secret" },
    { client_name: "\u202Egnp" },
    { padding: "x".repeat(5120) },
  ])("is refused with %j", async (change) => {
    const own = await withPrivate();
    const { clientId } = await aDocument(change);
    expect(refused(await authorize(own, clientId))).toEqual([400, undefined, "invalid_client"]);
  });

  it("is refused for redirects, errors and anything that is not an object", async () => {
    const own = await withPrivate();
    const { clientId } = await aDocument();
    const origins = [
      await serve((_request, response) => response.writeHead(302, { Location: clientId }).end()),
      await serve((_request, response) => response.writeHead(404).end("{}")),
      await serve((_request, response) => response.end("<html>")),
      await serve((_request, response) => response.end("null")),
    ];
    for (const origin of origins) {
      expect(refused(await authorize(own, `${origin}/client.json`))).toEqual([400, undefined, "invalid_client"]);
    }
  });

  it("is never fetched from addresses that no document may have", async () => {
    const own = await withPrivate();
    const { clientId, fetched } = await aDocument();
    const { origin } = new URL(clientId);
    for (const url of [
      origin,
      `${origin}/`,
      `${origin}/a/../client.json`,
      `${clientId}#x`,
      clientId.replace("//", "//u@"),
    ]) {
      expect(refused(await authorize(own, url))).toEqual([400, undefined, "invalid_client"]);
    }
    expect(fetched).toEqual([]);
  });

  it("is not fetched over http or from private addresses without the setting", async () => {
    const own = await company();
    const { clientId, fetched } = await aDocument();
    for (const url of [clientId, clientId.replace("http:", "https:"), "https://10.0.0.1/client.json"]) {
      expect(refused(await authorize(own, url))).toEqual([400, undefined, "invalid_client"]);
    }
    expect(fetched).toEqual([]);
  });

  it("is fetched at most 60 times an hour for one address", async () => {
    const own = await withPrivate();
    const { clientId, fetched } = await aDocument({ client_id: "another" });
    const statuses = [];
    for (let count = 0; count < 61; count += 1) {
      const url = authorizePath({ clientId: `${clientId}${count}`, challenge: pkce().challenge });
      statuses.push((await own.server.inject({ method: "GET", url, remoteAddress: "203.0.113.6" })).statusCode);
    }
    expect(fetched.length).toBe(60);
    expect(statuses.at(-1)).toBe(429);
  });
});
