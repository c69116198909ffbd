import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aReadyCampaign } from "../harness/factories/campaign-drafts.ts";
import type { TestCompany } from "../harness/factories/company.ts";
import { message, toolCall } from "../harness/servers/mcp-client.ts";
import { axeFindings } from "./axe-findings.ts";
import { aForeignSite, type ForeignSite } from "./foreign-site.ts";
import { closeContexts, collectPageErrors, workerBrowser } from "./launch-browser.ts";
import { serveCompany } from "./serve-company.ts";

let own: TestCompany;
let origin = "";
let client: ForeignSite;
let attacker: ForeignSite;
const stolen: string[] = [];

beforeAll(async () => {
  ({ own, origin } = await serveCompany());
  client = await aForeignSite((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(clientPage);
  });
  attacker = await aForeignSite((request, response) => {
    stolen.push(request.url ?? "");
    response.end();
  });
});

afterAll(async () => {
  await closeContexts();
  client?.close();
  attacker?.close();
});

/** What the specification makes a client add to a page that asks for no network. */
const clientPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'";

/** A client that shows the card in a sandbox and passes its calls on. */
const clientPage = `<!doctype html><html lang="en"><head><title>A client</title><style>
  html, body { margin: 0 } iframe { display: block; width: 100%; border: 0; height: 900px }</style></head><body><script>
  window.sent = [];
  const frame = document.createElement("iframe");
  frame.title = "Card";
  frame.setAttribute("sandbox", "allow-scripts");
  const post = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  window.show = (html, { context, values, result }) => {
    window.addEventListener("message", async ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      window.sent.push(data);
      const { id, method, params } = data;
      if (method === "ui/initialize") {
        post({ id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "client", version: "1" },
          hostCapabilities: { serverTools: {} }, hostContext: context } });
      }
      if (method === "ui/notifications/initialized") {
        post({ method: "ui/notifications/tool-input", params: { arguments: values } });
        post({ method: "ui/notifications/tool-result", params: result });
      }
      if (method === "ui/notifications/size-changed") frame.style.height = params.height + "px";
      if (method === "tools/call") post({ id, result: await window.callTool(params.name, params.arguments) });
      if (method === "ui/update-model-context") post({ id, result: {} });
    });
    frame.srcdoc = html.replace("<head>", ${JSON.stringify(`<head><meta http-equiv="Content-Security-Policy" content="${clientPolicy}">`)});
    document.body.append(frame);
  };
</script></body></html>`;

async function ask(body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${own.apiKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const { result } = JSON.parse(await response.text());
  return { result, session: response.headers.get("mcp-session-id") ?? "" };
}

/** The server, for a client that shows cards. */
async function aSession() {
  const capabilities = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } };
  const clientInfo = { name: "client", version: "1" };
  const { session } = await ask(message("initialize", { protocolVersion: "2025-11-25", capabilities, clientInfo }));
  const headers = { "mcp-session-id": session };
  const { result } = await ask(message("resources/read", { uri: "ui://postrider/approval" }), headers);
  const html: string = result.contents[0].text;
  const callTool = async (name: string, values: object) => (await ask(toolCall(name, values), headers)).result;
  return { html, callTool };
}

type Shown = {
  readonly values: object;
  readonly result: object;
  readonly context: { readonly theme: "light" | "dark"; readonly locale: string };
};

async function showCard(session: Awaited<ReturnType<typeof aSession>>, shown: Shown) {
  const browser = await workerBrowser();
  const context = await browser.newContext({ viewport: { width: 720, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const pageErrors = collectPageErrors(page);
  const requests: string[] = [];
  await page.goto(client.url);
  page.on("requestfinished", (request) => requests.push(request.url()));
  await page.exposeFunction("callTool", session.callTool);
  await page.evaluate(`window.show(${JSON.stringify(session.html)}, ${JSON.stringify(shown)})`);
  const card = page.frameLocator('iframe[title="Card"]');
  await card.getByRole("heading", { level: 1 }).waitFor();
  return { page, card, pageErrors, requests };
}

const cardFrame = (page: Page): Frame => {
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error("expected the frame of a card");
  return frame;
};

const hostileName = `<img src=x onerror="parent.postMessage(1,'*')"><b>VIP</b>`;

const hostileHtml = (url: string) => `<!doctype html><html><head>
  <meta http-equiv="refresh" content="0;url=${url}/refresh"><base href="${url}/base/" target="_top">
  <link rel="stylesheet" href="${url}/link.css"><style>@import url("${url}/import.css"); p { background: url("${url}/bg.png") }</style>
  <script>fetch("${url}/script"); parent.parent.postMessage({ jsonrpc: "2.0", id: 9, method: "tools/call", params: {} }, "*")</script>
  </head><body onload="fetch('${url}/onload')"><p id="text">Good <b>news</b></p>
  <img src="${url}/pixel.png" onerror="fetch('${url}/onerror')" alt="">
  <iframe src="${url}/frame"></iframe><object data="${url}/object"></object>
  <form action="${url}/form"><button id="send">Send</button></form>
  <a id="self" href="${url}/self" target="_self">self</a> <a id="plain" href="${url}/plain">plain</a>
  <svg><script>fetch("${url}/svg")</script></svg></body></html>`;

async function aHostileApproval() {
  const campaign = await aReadyCampaign(own, { people: 2, name: hostileName });
  const { id } = await own.aContact({ listIds: [campaign.listId] });
  await own.api.ok("blacklistContact", { params: { id }, body: {} });
  const session = await aSession();
  const values = { campaign_id: campaign.id, expectedRecipients: 2, timing: "now" };
  const asked = await session.callTool("campaigns_approve", values);
  const emails = [{ ...asked._meta["postrider/emails"][0], html: hostileHtml(attacker.url) }];
  return { campaign, session, values, result: { ...asked, _meta: { "postrider/emails": emails } } };
}

const getStatus = async (id: string) => (await own.api.ok("getCampaign", { params: { campaign_id: id } })).status;

it("shows the approval without running, loading or leading to what the company wrote, and approves once pressed", async () => {
  const { campaign, session, values, result } = await aHostileApproval();
  const context = { theme: "light", locale: "en-GB" } as const;
  const { page, card, pageErrors, requests } = await showCard(session, { values, result, context });
  await card.getByText(hostileName).waitFor();
  expect(await card.locator("main img, main b").count()).toBe(0);
  await card.getByRole("row", { name: /on the blacklist\s*1/ }).waitFor();
  await card.getByRole("row", { name: /Get the e-mail\s*2/ }).waitFor();
  await card.getByText("Messages that were sent cannot be called back.").waitFor();

  const email = card.frameLocator("iframe");
  await email.getByText("Good news").waitFor();
  expect(await email.locator("script, iframe, object, form, link").count()).toBe(0);
  await email.locator("#self").click();
  await email.locator("#plain").click();
  await email.getByText("Good news").waitFor();
  expect({ stolen, requests }).toEqual({ stolen: [], requests: [] });
  expect(page.context().pages()).toHaveLength(1);
  expect(page.url()).toBe(`${client.url}/`);
  const methods = "window.sent.map(({ method }) => method)";
  expect(await page.evaluate(methods)).not.toContain("tools/call");

  await cardFrame(page).evaluate("document.querySelector('button').click()");
  expect(await page.evaluate(methods)).not.toContain("tools/call");
  expect(await getStatus(campaign.id)).toBe("draft");
  await card.getByRole("button", { name: "Approve and send" }).click();
  await card.getByText("Approved.", { exact: true }).waitFor();
  expect(await card.getByRole("button").count()).toBe(0);
  expect(await getStatus(campaign.id)).toBe("sending");
  expect(await page.evaluate(methods)).toContain("ui/update-model-context");
  // The policies refuse what the e-mail tried; nothing else is wrong.
  expect(pageErrors.filter((text) => !/Content Security Policy|sandbox/i.test(text))).toEqual([]);
});

it.each([
  ["light", "en-GB", "Approve the campaign"],
  ["dark", "cs-CZ", "Schválení kampaně"],
] as const)("is accessible in %s, in the language of the client", async (theme, locale, heading) => {
  const { session, values, result } = await aHostileApproval();
  const { page, card } = await showCard(session, { values, result, context: { theme, locale } });
  await card.getByRole("heading", { name: heading }).waitFor();
  expect(await axeFindings(cardFrame(page))).toEqual([]);
  const sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await cardFrame(page).evaluate(sideways)).toBe(0);
});

it("shows the new numbers when something changed, and confirms those", async () => {
  const { campaign, session, values, result } = await aHostileApproval();
  const context = { theme: "light", locale: "en-GB" } as const;
  const { card } = await showCard(session, { values, result, context });
  await own.aContact({ listIds: [campaign.listId] });
  await card.getByRole("button", { name: "Approve and send" }).click();
  await card.getByText("Something changed meanwhile.").waitFor();
  await card.getByRole("row", { name: /Get the e-mail\s*3/ }).waitFor();
  expect(await getStatus(campaign.id)).toBe("draft");
  await card.getByRole("button", { name: "Approve and send" }).click();
  await card.getByText("Approved.", { exact: true }).waitFor();
  expect(await getStatus(campaign.id)).toBe("sending");
});

it("says why the call was refused, and when a member has to approve", async () => {
  const { session, values, result } = await aHostileApproval();
  const context = { theme: "light", locale: "en-GB" } as const;
  const { card } = await showCard(session, { values, result, context });
  await own.api.ok("updateCompany", { body: { assistantSending: "approval" } });
  await card.getByRole("button", { name: "Approve and send" }).click();
  await card.getByText("A member of the company has to approve this").waitFor();
  await own.api.ok("updateCompany", { body: { assistantSending: "token" } });
  const refused = await aHostileApproval();
  const second = await showCard(refused.session, { ...refused, context });
  await own.api.ok("updateCompany", { body: { assistantSending: "never" } });
  await second.card.getByRole("button", { name: "Approve and send" }).click();
  await second.card.getByText("The company does not allow assistants to send.").waitFor();
  expect(await getStatus(refused.campaign.id)).toBe("draft");
  await own.api.ok("updateCompany", { body: { assistantSending: "token" } });
});
