import { beforeAll, expect, it } from "vitest";
import { operations } from "../../src/registry.ts";
import { company, type TestCompany } from "../harness/factories/company.ts";
import { aConnectedApp } from "../harness/factories/oauth.ts";
import { anAssistant, type Assistant } from "../harness/servers/assistant.ts";
import { companyState } from "./company-state.ts";
import { irreversibleArguments } from "./irreversible-arguments.ts";

let own: TestCompany;
let assistant: Assistant;

beforeAll(async () => {
  own = await company({ API_LIMITS: "100000,1000,1000000" });
  const { access_token: token } = await aConnectedApp(own, { scope: "full" });
  assistant = anAssistant(own.server, token);
});

const names = operations.filter(({ risk, mcp }) => risk === "irreversible" && mcp !== "never").map(({ name }) => name);

const hasNumber = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "object" && value !== null && Object.values(value).some(hasNumber));

it("has arguments for every irreversible operation that assistants reach, and for no other", () => {
  expect(Object.keys(irreversibleArguments)).toEqual(names);
});

it.each(names)("%s first answers a preview and changes nothing, and runs once with the token", async (operation) => {
  // A minute per operation, for the limit of messages.
  own.clock.advance(60_000);
  const values = await irreversibleArguments[operation]?.(own);
  const target = { operation, arguments: values };
  const before = await companyState(own);
  const question = await assistant.ask("api_write", target);
  expect(question.operation).toBe(operation);
  expect(hasNumber(question.preview)).toBe(true);
  expect(await companyState(own)).toEqual(before);
  const { confirmToken } = question;
  await assistant.ok("api_write", { ...target, confirmToken });
  const after = await companyState(own);
  expect(after).not.toEqual(before);
  const { error } = await assistant.refused("api_write", { ...target, confirmToken });
  expect(error).toMatchObject({ code: "conflict", message: "confirm_token_invalid" });
  expect(await companyState(own)).toEqual(after);
});
