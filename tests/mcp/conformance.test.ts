import { once } from "node:events";
import fs from "node:fs";
import type { Server } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { company, type TestCompany } from "../harness/factories/company.ts";
import { aClient, aConnectedApp, submitConsent } from "../harness/factories/oauth.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { adminHeaders } from "../harness/servers/sign-in.ts";
import { bearerProxy, runConformance, type ScenarioResult } from "./conformance-suite.ts";

let own: TestCompany;
let proxy: Server;
let origin = "";
let token = "";

const hostHeader = () => ({ host: new URL(origin).host });

beforeAll(async () => {
  const [port, serverPort] = [await freePort(), await freePort()];
  own = await company({ PORT: String(port), MCP_FIXTURES: "1" });
  await own.server.listen({ port: serverPort, host: "127.0.0.1" });
  proxy = bearerProxy({ port: serverPort, token: () => token });
  await once(proxy.listen(port, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  proxy?.close();
  await own?.server.close();
});

const noSessions = "stateless: the server cannot send requests or notifications to clients of 2025";
const noLogging = "the server sends no log messages to clients";
const noSubscriptions = "resources never change while the server runs";
const noTasks = "the optional extension for tasks is not served";

/** Scenarios that do not pass, with the reason. One that begins to pass fails the test. */
const expectedFailures: Record<string, Record<string, string>> = {
  "2026-07-28": {
    "http-custom-header-server-validation": "not scored; no tool takes arguments from headers",
    "tasks-capability-negotiation": noTasks,
    "tasks-dispatch-and-envelope": noTasks,
    "tasks-lifecycle": noTasks,
    "tasks-mrtr-composition": noTasks,
    "tasks-mrtr-input": noTasks,
    "tasks-request-headers": noTasks,
    "tasks-request-state-removal": noTasks,
    "tasks-required-task-error": noTasks,
    "tasks-wire-fields": noTasks,
  },
  "2025-11-25": {
    "elicitation-sep1034-defaults": noSessions,
    "elicitation-sep1330-enums": noSessions,
    "logging-set-level": noLogging,
    "resources-subscribe": noSubscriptions,
    "resources-unsubscribe": noSubscriptions,
    "tools-call-elicitation": noSessions,
    "tools-call-sampling": noSessions,
    "tools-call-with-logging": noLogging,
    "tools-call-with-progress": noSessions,
  },
};

it("has the reason of every scenario that does not pass in the README", () => {
  const readme = fs.readFileSync(path.resolve(import.meta.dirname, "../../src/features/mcp/README.md"), "utf8");
  for (const [revision, failures] of Object.entries(expectedFailures)) {
    const rows = readme.split("\n").filter((line) => line.startsWith(`| ${revision} |`));
    for (const [scenario, reason] of Object.entries(failures)) {
      const name = scenario.startsWith("tasks-") ? "tasks-*" : scenario;
      const row = rows.find((line) => line.includes(`\`${name}\``));
      expect([scenario, row?.includes(reason)]).toEqual([scenario, true]);
    }
  }
});

/** The scenarios that a revision requires of servers, from the suite's own list. */
function requiredScenarios(revision: string): string[] {
  const folder = path.resolve(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/requirements");
  const [, block = ""] =
    /^server:\n((?: {2}- .+\n)+)/m.exec(fs.readFileSync(`${folder}/${revision}.yaml`, "utf8")) ?? [];
  return block.match(/(?<=- ).+/g) ?? [];
}

const passedIn = (results: readonly ScenarioResult[]) =>
  results.filter(({ failed }) => failed.length === 0).map(({ scenario }) => scenario);

it.each(Object.entries(expectedFailures))(
  "passes what revision %s requires, except what is named with a reason",
  async (revision, expected) => {
    token = (await aConnectedApp(own, { scope: "full", headers: hostHeader() })).access_token;
    const results = await runConformance({ args: ["server", "--url", `${origin}/mcp`, "--requirements", revision] });
    const failures = results.filter(({ failed }) => failed.length > 0);
    expect(failures.map(({ scenario }) => scenario)).toEqual(Object.keys(expected));
    const required = requiredScenarios(revision);
    expect(required.length).toBe(revision === "2026-07-28" ? 37 : 30);
    expect(passedIn(results)).toEqual(expect.arrayContaining(required.filter((scenario) => !(scenario in expected))));
  },
  120_000,
);

it("passes the scenarios of authorization servers", async () => {
  const port = await freePort();
  const client = await aClient(own.server, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const { cookie } = await adminHeaders(own);
  const decide = async (address: string) => {
    const authorized = await fetch(address, { redirect: "manual" });
    const { pathname } = new URL(authorized.headers.get("location") ?? "");
    const form = { company: own.tenant, scope: "read", allow: "allow" };
    const answer = await submitConsent({ server: own.server, path: pathname, cookie }, form, hostHeader());
    await fetch(String(answer.headers.location));
  };
  const options = ["--url", origin, "--client-id", client.client_id, "--resource", `${origin}/mcp`, "-p", String(port)];
  let decision: Promise<void> | undefined;
  const results = await runConformance({
    args: ["authorization", ...options],
    onOutput: (output) => {
      const [address] = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output) ?? [];
      if (address !== undefined) decision ??= decide(address);
    },
  });
  await decision;
  expect(results).toEqual([
    { scenario: "authorization-code-grant", failed: [] },
    { scenario: "authorization-server-metadata-endpoint", failed: [] },
  ]);
});
