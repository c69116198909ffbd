import { Type, type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import { run, waitFor } from "./product.ts";

export type Answer = { status: number; body: unknown; headers: Headers };

export type RequestOptions = { method?: string; body?: unknown; headers?: Record<string, string> };

/** A request without a response times out instead of blocking the test. */
const requestTimeoutMs = 30_000;

export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

/** Any response, unparsed; connections are kept alive between requests. */
export async function request(
  url: string,
  { method = "GET", body, headers = {} }: RequestOptions = {},
): Promise<Answer> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const response = await fetch(url, { method, ...json, headers: { ...type, ...headers }, signal });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const parsed: unknown = isJson && text !== "" ? JSON.parse(text) : text;
  return { status: response.status, body: parsed, headers: response.headers };
}

/** Asks again while the answer is 503, as clients do: on a busy machine also a database that runs may be late. */
export const untilAvailable = (ask: () => Promise<Answer>): Promise<Answer> =>
  waitFor(async () => {
    const answer = await ask();
    return answer.status === 503 ? undefined : answer;
  });

export const CreatedCompany = Type.Object(
  {
    tenant: Type.String({ pattern: "^[0-9a-f-]{36}$" }),
    shopId: Type.String({ pattern: "^[0-9]+$" }),
    purposeId: Type.String({ pattern: "^[0-9]+$" }),
    member: Type.String({ pattern: "^[0-9]+$" }),
    apiKey: Type.String({ minLength: 20 }),
    senderId: Type.Union([Type.Null(), Type.String({ pattern: "^[0-9]+$" })]),
  },
  { additionalProperties: false },
);
export type Company = Static<typeof CreatedCompany>;

export const password = "correct horse battery";

export const companyArgs = (email: string) => [
  "company",
  "create",
  "--name",
  "Crash & Co",
  "--email",
  email,
  "--password",
  password,
  "--json",
];

/** Created by the command, as an operator would. */
export async function makeCompany(
  env: Record<string, string>,
  email = "admin@example.com",
  sender?: string,
): Promise<Company> {
  const senderArgs = sender === undefined ? [] : ["--sender", sender];
  const { code, stdout, stderr } = await run([...companyArgs(email), ...senderArgs], env);
  if (code !== 0) throw new Error(`company create ended with ${code}: ${stderr}`);
  return Value.Parse(CreatedCompany, JSON.parse(stdout));
}

export type Api = {
  call(path: string, ask?: RequestOptions): Promise<Answer>;
  /** A success response in the given shape. */
  read<Shape extends TSchema>(path: string, shape: Shape): Promise<Static<Shape>>;
  addContact(email: string): Promise<Answer>;
};

export function createApi(origin: string, { tenant, purposeId }: Company, key: string): Api {
  const call: Api["call"] = (path, ask = {}) =>
    request(`${origin}/api/v1/tenants/${tenant}${path}`, {
      ...ask,
      headers: { authorization: `Bearer ${key}`, ...ask.headers },
    });
  return {
    call,
    read: async (path, shape) => {
      const { status, body } = await untilAvailable(() => call(path));
      if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
      return Value.Parse(shape, body);
    },
    addContact: (email) => call("/contacts", { method: "POST", body: { email, purposeId, consentConfirmed: true } }),
  };
}

export const errorBody = (code: string, message: string) => ({ error: { code, message, params: {} } });
