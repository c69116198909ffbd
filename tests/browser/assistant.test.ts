import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import * as oauth from "oauth4webapi";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { password } from "../harness/servers/sign-in.ts";
import { checkPage, journeyWidths, startWebApp, words, type WebApp } from "./app-harness.ts";
import { aForeignSite, type ForeignSite } from "./foreign-site.ts";

let app: WebApp;
let clientSite: ForeignSite;
let callback = "";

beforeAll(async () => {
  app = await startWebApp();
  clientSite = await aForeignSite((_request, response) => response.end("the client"));
  callback = `${clientSite.url}/callback`;
});

afterAll(async () => {
  await app?.close();
  clientSite?.close();
});

/** What a desktop assistant keeps between its steps. */
class StoredCredentials implements OAuthClientProvider {
  registered: StoredOAuthClientInformation | undefined;
  stored: StoredOAuthTokens | undefined;
  verifier = "";
  authorizationUrl: URL | undefined;
  readonly redirectUrl = callback;
  readonly clientMetadata;
  constructor(name: string) {
    this.clientMetadata = { client_name: name, redirect_uris: [callback], token_endpoint_auth_method: "none" };
  }
  clientInformation = () => this.registered;
  saveClientInformation = (given: StoredOAuthClientInformation) => void (this.registered = given);
  tokens = () => this.stored;
  saveTokens = (given: StoredOAuthTokens) => void (this.stored = given);
  redirectToAuthorization = (url: URL) => void (this.authorizationUrl = url);
  saveCodeVerifier = (given: string) => void (this.verifier = given);
  codeVerifier = () => this.verifier;
}

const czech = {
  locale: "cs-CZ",
  password: "Heslo",
  signIn: "Přihlásit se",
  connect: "Připojit aplikaci",
  allow: "Povolit",
  menu: "Akce pro aplikaci",
  disconnect: "Odpojit aplikaci",
  gone: "už nemá přístup",
};

const english: typeof czech = {
  locale: "en-GB",
  password: "Password",
  signIn: "Sign in",
  connect: "Connect",
  allow: "Allow",
  menu: "Actions for the app",
  disconnect: "Disconnect app",
  gone: "no longer has access",
};

async function signIn(page: Page, t: typeof czech): Promise<void> {
  await page.getByLabel("E-mail").fill(app.email);
  await page.getByLabel(t.password).fill(password);
  await page.getByRole("button", { name: t.signIn }).click();
}

/** The page that asks for consent: its address without the origin. */
const pathOf = ({ authorizationUrl }: StoredCredentials): string =>
  authorizationUrl === undefined ? "" : `${authorizationUrl.pathname}${authorizationUrl.search}`;

/** Presses the button; returns what the browser brings to the client. */
async function allow(page: Page, t: typeof czech): Promise<URLSearchParams> {
  await page.getByRole("button", { name: t.allow }).click();
  await page.waitForURL(`${callback}?**`);
  return new URL(page.url()).searchParams;
}

const startClient = (credentials: StoredCredentials) => {
  const transport = new StreamableHTTPClientTransport(new URL(`${app.origin}/mcp`), { authProvider: credentials });
  const client = new Client({ name: "desk", version: "1" }, { versionNegotiation: { mode: "auto" } });
  return { client, transport, connect: () => client.connect(transport) };
};

const write = (name: string) => ({ name: "api_write", arguments: { operation: "createLabel", arguments: { name } } });

async function statusWith({ stored }: StoredCredentials): Promise<number> {
  const answer = await fetch(`${app.origin}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${stored?.access_token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  await answer.body?.cancel();
  return answer.status;
}

const runs = { wide: czech, phone: english } as const;

describe.each(journeyWidths("phone"))("an assistant, %s", (size, viewport) => {
  const t = runs[size];

  it("registers, reads after consent, may not write, and loses its access under connected apps", async () => {
    const name = `Desk ${size}`;
    const { email } = await app.own.aContact();
    const credentials = new StoredCredentials(name);
    const first = startClient(credentials);
    await expect(first.connect()).rejects.toThrow(UnauthorizedError);
    const asked = await app.open(pathOf(credentials), { viewport, locale: t.locale });
    await checkPage(asked);
    await signIn(asked.page, t);
    await asked.page.getByRole("heading", { name: words(`${t.connect} ${name}`) }).waitFor();
    await checkPage(asked);
    await first.transport.finishAuth(await allow(asked.page, t));
    expect(asked.pageErrors).toEqual([]);
    expect(credentials.stored).toMatchObject({ scope: "read" });

    const { client, connect } = startClient(credentials);
    await connect();
    const read = await client.callTool({ name: "contacts_search", arguments: { q: email } });
    expect(read.structuredContent).toMatchObject({ total: 1, items: [{ email }] });
    await expect(client.callTool(write(name))).rejects.toThrow(UnauthorizedError);
    expect((await app.own.api.ok("listLabels")).items).toEqual([]);
    expect(await statusWith(credentials)).not.toBe(401);

    const opened = await app.openSignedIn("/settings/apps", { viewport, locale: t.locale });
    const { page } = opened;
    await page.getByText(name).waitFor();
    await checkPage(opened);
    await page.getByRole("button", { name: words(`${t.menu} ${name}`) }).click();
    await page.getByRole("menuitem", { name: words(t.disconnect) }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words(t.disconnect) })
      .click();
    await page.getByText(words(t.gone)).waitFor();
    expect(await statusWith(credentials)).toBe(401);
    expect(opened.pageErrors).toEqual([]);
  });
});

it("the official client steps up in the browser without JavaScript, writes, confirms, and is refused after revocation", async () => {
  const credentials = new StoredCredentials("Desk assistant");
  const first = startClient(credentials);
  await expect(first.connect()).rejects.toThrow(UnauthorizedError);
  expect(credentials.authorizationUrl?.searchParams.get("scope")).toBe("read");
  expect(credentials.authorizationUrl?.searchParams.get("resource")).toBe(`${app.origin}/mcp`);
  const { page } = await app.open(pathOf(credentials), { locale: "en-GB", javaScriptEnabled: false });
  await signIn(page, english);
  await first.transport.finishAuth(await allow(page, english));
  expect(credentials.stored).toMatchObject({ scope: "read", access_token: expect.stringMatching(/^pso_/) });

  const { client, transport, connect } = startClient(credentials);
  await connect();
  await expect(client.callTool(write("Regulars"))).rejects.toThrow(UnauthorizedError);
  expect((await app.own.api.ok("listLabels")).items).toEqual([]);
  expect(credentials.authorizationUrl?.searchParams.get("scope")?.split(" ")).toContain("full");
  await page.goto(String(credentials.authorizationUrl));
  await transport.finishAuth(await allow(page, english));
  expect(credentials.stored).toMatchObject({ scope: "full" });
  const written = await client.callTool(write("Regulars"));
  expect(written.structuredContent).toMatchObject({ name: "Regulars" });

  const [label] = (await app.own.api.ok("listLabels")).items;
  const deletion = { operation: "deleteLabel", arguments: { label_id: label?.id } };
  const asked = await client.callTool({ name: "api_write", arguments: deletion });
  expect(asked.structuredContent).toMatchObject({ status: "confirmation_required", preview: { labels: 1 } });
  const confirmToken: unknown = Reflect.get(Object(asked.structuredContent), "confirmToken");
  await client.callTool({ name: "api_write", arguments: { ...deletion, confirmToken } });
  expect((await app.own.api.ok("listLabels")).items).toEqual([]);

  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(app.origin);
  const discovery = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: "oauth2" });
  const server = await oauth.processDiscoveryResponse(issuer, discovery);
  const self = { client_id: credentials.registered?.client_id ?? "" };
  const revoked = credentials.stored?.refresh_token ?? "";
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, self, oauth.None(), revoked, insecure));
  expect(await statusWith(credentials)).toBe(401);
  const again = client.callTool({ name: "contacts_search", arguments: {} });
  await expect(again).rejects.toMatchObject({ code: "invalid_grant", message: "refresh_token" });
});
