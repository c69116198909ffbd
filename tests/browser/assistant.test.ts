import { once } from "node:events";
import { createServer, type Server } from "node:http";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import * as oauth from "oauth4webapi";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { company, type TestCompany } from "../harness/factories/company.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { adminEmail, password } from "../harness/servers/sign-in.ts";
import { launchBrowser } from "./launch-browser.ts";

let own: TestCompany;
let browser: Browser;
let clientPage: Server;
let origin = "";
let callback = "";

beforeAll(async () => {
  const [port, clientPort] = [await freePort(), await freePort()];
  own = await company({ PORT: String(port) });
  origin = await own.server.listen({ port, host: "127.0.0.1" });
  clientPage = createServer((_request, response) => response.end("the client"));
  await once(clientPage.listen(clientPort, "127.0.0.1"), "listening");
  callback = `http://127.0.0.1:${clientPort}/callback`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await own?.server.close();
  clientPage?.close();
});

/** What a desktop assistant keeps between its steps. */
class StoredCredentials implements OAuthClientProvider {
  registered: StoredOAuthClientInformation | undefined;
  stored: StoredOAuthTokens | undefined;
  verifier = "";
  authorizationUrl: URL | undefined;
  readonly redirectUrl = callback;
  readonly clientMetadata = {
    client_name: "Desk assistant",
    redirect_uris: [callback],
    token_endpoint_auth_method: "none",
  };
  clientInformation = () => this.registered;
  saveClientInformation = (given: StoredOAuthClientInformation) => void (this.registered = given);
  tokens = () => this.stored;
  saveTokens = (given: StoredOAuthTokens) => void (this.stored = given);
  redirectToAuthorization = (url: URL) => void (this.authorizationUrl = url);
  saveCodeVerifier = (given: string) => void (this.verifier = given);
  codeVerifier = () => this.verifier;
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(await adminEmail(own));
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The person allows what the client asked for; returns the address that the browser was sent to. */
async function allow(page: Page, url: URL | undefined): Promise<URL> {
  await page.goto(String(url));
  if ((await page.getByLabel("Password").count()) > 0) await signIn(page);
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(`${callback}?**`);
  return new URL(page.url());
}

const startClient = async (credentials: StoredCredentials) => {
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: credentials });
  const client = new Client({ name: "desk", version: "1" }, { versionNegotiation: { mode: "auto" } });
  return { client, transport, connect: () => client.connect(transport) };
};

it("the official client registers, reads, steps up in the browser, writes, confirms, and is refused after revocation", async () => {
  const { email } = await own.aContact();
  const credentials = new StoredCredentials();
  const page = await (await browser.newContext({ locale: "en-GB", javaScriptEnabled: false })).newPage();

  const first = await startClient(credentials);
  await expect(first.connect()).rejects.toThrow(UnauthorizedError);
  expect(credentials.authorizationUrl?.searchParams.get("scope")).toBe("read");
  expect(credentials.authorizationUrl?.searchParams.get("resource")).toBe(`${origin}/mcp`);
  await first.transport.finishAuth((await allow(page, credentials.authorizationUrl)).searchParams);
  expect(credentials.stored).toMatchObject({ scope: "read", access_token: expect.stringMatching(/^pso_/) });

  const { client, transport, connect } = await startClient(credentials);
  await connect();
  const read = await client.callTool({ name: "contacts_search", arguments: { q: email } });
  expect(read.structuredContent).toMatchObject({ total: 1, items: [{ email }] });

  const write = { name: "api_write", arguments: { operation: "createLabel", arguments: { name: "Regulars" } } };
  await expect(client.callTool(write)).rejects.toThrow(UnauthorizedError);
  expect((await own.api.ok("listLabels")).items).toEqual([]);
  expect(credentials.authorizationUrl?.searchParams.get("scope")?.split(" ")).toContain("full");
  await transport.finishAuth((await allow(page, credentials.authorizationUrl)).searchParams);
  expect(credentials.stored).toMatchObject({ scope: "full" });
  const written = await client.callTool(write);
  expect(written.structuredContent).toMatchObject({ name: "Regulars" });

  const [label] = (await own.api.ok("listLabels")).items;
  const deletion = { operation: "deleteLabel", arguments: { label_id: label?.id } };
  const asked = await client.callTool({ name: "api_write", arguments: deletion });
  expect(asked.structuredContent).toMatchObject({ status: "confirmation_required", preview: { labels: 1 } });
  const confirmToken: unknown = Reflect.get(Object(asked.structuredContent), "confirmToken");
  await client.callTool({ name: "api_write", arguments: { ...deletion, confirmToken } });
  expect((await own.api.ok("listLabels")).items).toEqual([]);

  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(origin);
  const discovery = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: "oauth2" });
  const server = await oauth.processDiscoveryResponse(issuer, discovery);
  const self = { client_id: credentials.registered?.client_id ?? "" };
  const revoked = credentials.stored?.refresh_token ?? "";
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, self, oauth.None(), revoked, insecure));
  const refused = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${credentials.stored?.access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect(refused.status).toBe(401);
  const again = client.callTool({ name: "contacts_search", arguments: {} });
  await expect(again).rejects.toMatchObject({ code: "invalid_grant", message: "refresh_token" });
});
