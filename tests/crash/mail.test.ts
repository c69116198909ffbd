import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { Value } from "typebox/value";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmbedded, type EmbeddedServer } from "../../src/db/embedded/server.ts";
import { Session } from "../../src/features/members/shapes.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { makeCompany, password, request, type Company } from "./api.ts";
import { aFolder, cleanUp, launch, stopProduct, waitFor, waitUntil } from "./product.ts";

type Delivered = { from: string; to: string[]; raw: string };

const dataDir = aFolder();
const delivered: Delivered[] = [];
const relay = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    let raw = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => (raw += chunk));
    stream.on("end", () => {
      const { mailFrom, rcptTo } = session.envelope;
      delivered.push({ from: mailFrom === false ? "" : mailFrom.address, to: rcptTo.map((to) => to.address), raw });
      done();
    });
  },
});

let database: EmbeddedServer;
let env: Record<string, string>;
let origin: string;
let company: Company;

beforeAll(async () => {
  database = await startEmbedded(dataDir, "tests");
  const urls = { DATABASE_URL: database.applicationUrl, DATABASE_OWNER_URL: database.ownerUrl };
  const port = String(await freePort());
  origin = `http://127.0.0.1:${port}`;
  env = { DATA_DIR: dataDir, ...urls, PORT: port };
  company = await makeCompany(env);
  launch(["serve"], env);
  await waitUntil(() =>
    request(`${origin}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
});

afterAll(async () => {
  await new Promise<void>((resolve) => {
    relay.close(resolve);
  });
  await cleanUp();
  await database.stop();
});

/** Like the web application: with a session, its cookie and its CSRF token. */
async function invite(email: string): Promise<void> {
  const session = await request(`${origin}/api/v1/session`, {
    method: "POST",
    body: { email: "admin@example.com", password },
  });
  const answer = await request(`${origin}/api/v1/tenants/${company.tenant}/invitations`, {
    method: "POST",
    body: { email, roles: ["analyst"] },
    headers: {
      cookie: session.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; "),
      "x-csrf-token": Value.Parse(Session, session.body).csrfToken,
    },
  });
  expect(answer).toMatchObject({ status: 201, body: { email } });
}

const listOutbox = (): string[] => {
  try {
    return readdirSync(path.join(dataDir, "outbox")).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
};

it("writes an invitation to a file of the outbox in folder mode", async () => {
  const worker = launch(["worker"], { ...env, MAIL_MODE: "folder" });
  await invite("folder@example.com");
  const name = await waitFor(() => listOutbox()[0]);
  const raw = readFileSync(path.join(dataDir, "outbox", name), "utf8");
  expect(raw).toMatch(/^To: .*folder@example\.com/m);
  expect(raw).toMatch(/^Subject: \S/m);
  expect(await stopProduct(worker)).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(listOutbox()).toEqual([name]);
});

it("sends an invitation to the relay once in live mode", async () => {
  const port = await freePort();
  await new Promise<void>((resolve) => {
    relay.listen(port, "127.0.0.1", resolve);
  });
  const worker = launch(["worker"], { ...env, MAIL_MODE: "live", SMTP_URL: `smtp://127.0.0.1:${port}` });
  await invite("live@example.com");
  await waitUntil(() => delivered.length > 0);
  expect(await stopProduct(worker)).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(delivered).toEqual([
    { from: "postrider@localhost", to: ["live@example.com"], raw: expect.stringMatching(/^To: .*live@example\.com/m) },
  ]);
  expect(listOutbox()).toHaveLength(1);
});
