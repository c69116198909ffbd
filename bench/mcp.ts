import { openPool } from "../src/db/tenant.ts";
import { issueApiKey } from "../src/features/members/api-keys.ts";
import { freePort } from "../tests/harness/servers/free-port.ts";
import { assistantDay, prepareDay, type CallTool } from "../tests/mcp/assistant-day.ts";
import { compare } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment, type ServerProcess } from "./support/environment.ts";
import type { LoadRequest } from "./support/load.ts";
import { seedContacts } from "./support/seed-contacts.ts";

const byteLengthOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** A token may send 300 messages a minute: the load is divided among many. */
const tokens = 150;

/**
 * A tool call compared with the same request of the REST API, the list of tools compared with an empty message, and the
 * calls and bytes of an assistant's day: a token is about four bytes.
 */
export async function benchMcp(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, 10_000);
    const keys = await issueKeys(environment);
    const port = await freePort();
    const ours = await environment.serve({ PORT: String(port) });
    const sides = { ours, baseline: ours };
    const { tenant } = environment.company;
    const message = (method: string, params: object) => (index: number) =>
      mcpRequest(port, keys[index % keys.length] ?? "", { method, params });
    const call = (name: string, values: object) => message("tools/call", { name, arguments: values });
    // With the same tokens: requests of one key share the statement that looks it up.
    const get =
      (path: string) =>
      (index: number): LoadRequest => ({
        method: "GET",
        path: `/api/v1/tenants/${tenant}${path}`,
        headers: { Authorization: `Bearer ${keys[index % keys.length]}` },
      });
    const search = await compare(sides, {
      ours: call("contacts_search", { pageSize: 25 }),
      baseline: get("/contacts?pageSize=25"),
    });
    const company = await compare(sides, { ours: call("account_overview", {}), baseline: get("/company") });
    const list = await compare(sides, { ours: message("tools/list", {}), baseline: message("ping", {}) });
    return [
      { bench: "MCP contacts_search compared with GET /contacts", target: "at least 0.5", ...search },
      { bench: "MCP account_overview compared with GET /company", target: "at least 0.5", ...company },
      { bench: "MCP tools/list compared with ping", target: "at least 0.3", ...list },
      { bench: "an assistant's day", ...(await countDay(environment, ours)) },
    ];
  });
}

async function issueKeys({ url, company }: BenchEnvironment): Promise<string[]> {
  const database = openPool(url, 1);
  const db = database.forTenant(company.tenantId);
  const fields = { roles: ["account_admin"], scope: "full", validDays: 30, createdBy: company.member } as const;
  const keys: string[] = [];
  for (let index = 0; index < tokens; index += 1) {
    keys.push((await issueApiKey(db, { ...fields, name: `Key ${index}`, at: new Date() })).key);
  }
  await database.close();
  return keys;
}

const mcpRequest = (port: number, key: string, message: object): LoadRequest => ({
  method: "POST",
  path: "/mcp",
  headers: { Host: `127.0.0.1:${port}`, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
});

/** Without a worker nothing is sent, so the report is that of a campaign that just started. */
async function countDay({ sql, company }: BenchEnvironment, { port }: ServerProcess): Promise<object> {
  const { tenantId, shopId, purposeId, apiKey } = company;
  const [sender] = await sql<{ id: string }[]>`
    insert into sender (tenant_id, email, name, verified_at, operator_verified_at, created_at)
    values (${tenantId}, 'shop@example.org', 'Shop', now(), now(), now()) returning id`;
  const count = { calls: 0, sent: 0, received: 0 };
  const post = async (message: object): Promise<Record<string, unknown>> => {
    const { path, headers, method, body = "" } = mcpRequest(port, apiKey, message);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
    return Object(await answer.json());
  };
  const call: CallTool = async (name, values = {}) => {
    const { result, error } = await post({ method: "tools/call", params: { name, arguments: values } });
    const { structuredContent, isError } = Object(result);
    if (isError === true || error !== undefined)
      throw new Error(`${name} failed: ${JSON.stringify({ result, error })}`);
    count.calls += 1;
    count.sent += byteLengthOf({ name, arguments: values });
    count.received += byteLengthOf(structuredContent);
    return structuredContent;
  };
  await prepareDay(call, { shopId, purposeId, senderId: sender?.id ?? "", people: 20 });
  Object.assign(count, { calls: 0, sent: 0, received: 0 });
  const day = await assistantDay(call, async () => undefined);
  const { result } = await post({ method: "tools/list", params: {} });
  return {
    calls: count.calls,
    bytesSent: count.sent,
    bytesReceived: count.received,
    bytesOfToolList: byteLengthOf(Object(result).tools),
    recipients: day.preview.recipients,
  };
}
