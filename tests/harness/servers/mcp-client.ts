import { Client, StreamableHTTPClientTransport, type ClientCapabilities } from "@modelcontextprotocol/client";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import type { TestCompany } from "../factories/company.ts";

/** A host that the server of the tests answers. */
export const host = "127.0.0.1:8080";

export async function post(server: FastifyInstance, key: string, payload: unknown, headers = {}) {
  const response = await server.inject({
    method: "POST",
    url: "/mcp",
    headers: { host, authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
  const body = response.body === "" ? {} : JSON.parse(response.body);
  return { status: response.statusCode, headers: response.headers, body };
}

export const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
export const toolCall = (name: string, values: object) => message("tools/call", { name, arguments: values });

export type Caller = Pick<TestCompany, "server" | "apiKey">;

/** The result of a tool; its text has to be its structured content. */
export async function call({ server, apiKey }: Caller, name: string, values: object = {}) {
  const { status, body } = await post(server, apiKey, toolCall(name, values));
  expect(status).toBe(200);
  const { content, structuredContent, isError = false } = body["result"];
  expect(content).toHaveLength(1);
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  return { isError, content: structuredContent, text: content[0].text };
}

/** Calls an irreversible tool and repeats the call with the token of its preview. */
export async function callConfirmed(caller: Caller, name: string, values: object) {
  const { content } = await call(caller, name, values);
  return call(caller, name, { ...values, confirmToken: content.confirmToken });
}

/** The official client, connected to the server of the tests. */
export async function connect(
  { server, apiKey }: Caller,
  { mode, capabilities = {} }: { mode: "legacy" | "auto"; capabilities?: ClientCapabilities },
): Promise<Client> {
  const inject = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const response = await server.inject({
      method: init.method === "GET" ? "GET" : init.method === "DELETE" ? "DELETE" : "POST",
      url: new URL(String(url)).pathname,
      headers: { ...headers, host },
      payload: typeof init.body === "string" ? init.body : "",
    });
    const sent = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(response.body === "" ? null : response.body, { status: response.statusCode, headers: sent });
  };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode }, capabilities });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://${host}/mcp`), {
      fetch: inject,
      requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
    }),
  );
  return client;
}
