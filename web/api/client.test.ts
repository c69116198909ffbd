import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiFailure } from "./api-failure.ts";
import { toAddress, call, connect } from "./client.ts";

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });

function serverAnswers(response: Response): { url: string; init: RequestInit | undefined }[] {
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    requests.push({ url, init });
    return response;
  });
  return requests;
}

afterEach(() => {
  vi.unstubAllGlobals();
  connect({ tenant: "", csrfToken: "", onSignedOut: () => {}, confirmIdentity: async () => false });
});

it("fills paths and repeats lists in the query", () => {
  const input = { params: { id: "7/8" }, query: { page: 2, tag: ["a b", "c"], q: undefined } };
  expect(toAddress("GET /contacts/{id}", input, "t1")).toEqual({
    method: "GET",
    url: "/api/v1/tenants/t1/contacts/7%2F8?page=2&tag=a+b&tag=c",
  });
  expect(toAddress("GET /api/v1/session", {}, "t1").url).toBe("/api/v1/session");
});

it("sends the session's token with every change", async () => {
  connect({ tenant: "t1", csrfToken: "secret" });
  const requests = serverAnswers(answer(204, null));
  expect(await call("DELETE /contacts/{id}", { params: { id: "7" } })).toBeUndefined();
  const [request] = requests;
  expect([request?.url, request?.init?.method]).toEqual(["/api/v1/tenants/t1/contacts/7", "DELETE"]);
  expect(new Headers(request?.init?.headers).get("x-csrf-token")).toBe("secret");
});

it("turns an error answer into a failure with its field, parameters and request", async () => {
  const body = { error: { code: "validation", message: "email", params: { max: 254 } } };
  serverAnswers(answer(400, body, { "x-request-id": "r1" }));
  const failure = await call("GET /purposes").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({
    status: 400,
    code: "validation",
    word: "email",
    field: "email",
    requestId: "r1",
    params: { max: 254 },
  });
});

it("recognizes a declared error", async () => {
  serverAnswers(answer(409, { error: { code: "conflict", message: "email", params: {} } }));
  const failure = await call("GET /purposes").catch((error: unknown) => error);
  expect(failure instanceof ApiFailure && failure.is("conflict email")).toBe(true);
  expect(failure instanceof ApiFailure && failure.is("conflict erased")).toBe(false);
});

it("leaves for sign-in when the session has ended", async () => {
  const onSignedOut = vi.fn<() => void>();
  connect({ onSignedOut });
  serverAnswers(answer(401, { error: { code: "unauthorized", message: "credentials", params: {} } }));
  await expect(call("GET /purposes")).rejects.toThrow("unauthorized credentials");
  expect(onSignedOut).toHaveBeenCalledTimes(1);
});

describe("a call that needs a fresh proof of identity", () => {
  const refusal = () => answer(403, { error: { code: "forbidden", message: "reauthenticate", params: {} } });
  const deletion = () => call("DELETE /contacts/{id}", { params: { id: "7" } });

  it("is repeated when the person gave it, and several calls ask once", async () => {
    const confirmIdentity = vi.fn<() => Promise<boolean>>(async () => true);
    connect({ confirmIdentity });
    const answers = [refusal(), refusal(), answer(204, null), answer(204, null)];
    vi.stubGlobal("fetch", async () => answers.shift());
    await Promise.all([deletion(), deletion()]);
    expect(answers).toEqual([]);
    expect(confirmIdentity).toHaveBeenCalledTimes(1);
  });

  it("fails when the person does not, and is not asked for twice", async () => {
    const confirmIdentity = vi.fn<() => Promise<boolean>>(async () => false);
    connect({ confirmIdentity });
    serverAnswers(refusal());
    await expect(deletion()).rejects.toThrow("forbidden reauthenticate");
    expect(confirmIdentity).toHaveBeenCalledTimes(1);
  });
});

it("reports a server that does not answer", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("failed to fetch");
  });
  await expect(call("GET /purposes")).rejects.toMatchObject({ code: "network" });
});
