import { expect, it } from "vitest";
import { testClock } from "../../tests/harness/factories/clock.ts";
import { minutes } from "../kernel/local-time.ts";
import { createOAuthTokens, OAuthTokenError, type OAuthCredentials } from "./oauth-token.ts";
import { OutboundError, type Outbound, type OutboundRequest } from "./outbound.ts";

const credentials: OAuthCredentials = {
  tokenUrl: "https://login.example.org/token",
  clientId: "app",
  clientSecret: "s",
  refreshToken: "r1",
  scope: "",
};

type Answer = { readonly status: number; readonly body: object };

function aProvider(answer: (request: OutboundRequest, number: number) => Answer | Error) {
  const clock = testClock();
  const requests: OutboundRequest[] = [];
  const outbound: Outbound = {
    send: async (request) => {
      requests.push(request);
      const given = answer(request, requests.length);
      if (given instanceof Error) throw given;
      return { status: given.status, headers: {}, body: Buffer.from(JSON.stringify(given.body)) };
    },
    open: () => Promise.reject(new Error("not used")),
    check: async () => undefined,
  };
  return { clock, requests, tokens: createOAuthTokens({ outbound, clock }) };
}

const ok = (number: number, more: object = {}): Answer => ({
  status: 200,
  body: { access_token: `token ${number}`, expires_in: 3600, ...more },
});

it("asks once for concurrent callers and keeps the token until five minutes before it expires", async () => {
  const { clock, requests, tokens } = aProvider((_, number) => ok(number));
  expect(await Promise.all([tokens.get(credentials), tokens.get(credentials)])).toEqual(["token 1", "token 1"]);
  clock.advance(minutes(54));
  expect(await tokens.get(credentials)).toBe("token 1");
  clock.advance(minutes(1.1));
  expect(await tokens.get(credentials)).toBe("token 2");
  expect(requests).toHaveLength(2);
  expect(Object.fromEntries(new URLSearchParams(String(requests[0]?.body)))).toEqual({
    grant_type: "refresh_token",
    client_id: "app",
    client_secret: "s",
    refresh_token: "r1",
  });
});

it("keeps tokens of other credentials apart and forgets one that the server refused", async () => {
  const { tokens } = aProvider((_, number) => ok(number));
  expect(await tokens.get(credentials)).toBe("token 1");
  expect(await tokens.get({ ...credentials, clientSecret: "t" })).toBe("token 2");
  tokens.forget(credentials);
  expect(await tokens.get(credentials)).toBe("token 3");
});

it("hands on a new refresh token", async () => {
  const { tokens } = aProvider((_, number) => ok(number, { refresh_token: "r2" }));
  const replaced: string[] = [];
  await tokens.get(credentials, async (refreshToken) => void replaced.push(refreshToken));
  expect(replaced).toEqual(["r2"]);
  expect(await tokens.get({ ...credentials, refreshToken: "r2" })).toBe("token 1");
});

it.each([
  [{ status: 400, body: { error: "invalid_grant" } }, "refused", "invalid_grant"],
  [{ status: 401, body: {} }, "refused", "401"],
  [{ status: 500, body: {} }, "invalid_response", "500"],
  [{ status: 200, body: { token: "x" } }, "invalid_response", "200"],
  [new OutboundError("address"), "address", ""],
] as const)("names the failure of %o, and asks again the next time", async (answer, reason, code) => {
  const { tokens } = aProvider((_, number) => (number === 1 ? answer : ok(number)));
  const failure = await tokens.get(credentials).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OAuthTokenError);
  expect(failure).toMatchObject({ reason, code });
  expect(await tokens.get(credentials)).toBe("token 2");
});
