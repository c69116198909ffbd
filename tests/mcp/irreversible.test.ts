import { beforeAll, expect, it } from "vitest";
import { operations } from "../../src/registry/registry.ts";
import { holdClock } from "../harness/factories/clock.ts";
import { company, type TestCompany } from "../harness/factories/company.ts";
import { aConnectedApp } from "../harness/factories/oauth.ts";
import { anAssistant, type Arguments, type Assistant } from "../harness/servers/assistant.ts";
import { companyState } from "./company-state.ts";
import { irreversibleArguments } from "./irreversible-arguments.ts";
import { outsideArguments } from "./outside-arguments.ts";

const confirmedArguments = { ...irreversibleArguments, ...outsideArguments };

let own: TestCompany;
let assistant: Assistant;
/** An assistant of another company. */
let stranger: Assistant;

const connect = async (test: TestCompany) =>
  anAssistant(test.server, (await aConnectedApp(test, { scope: "full" })).access_token);

beforeAll(async () => {
  own = await company();
  assistant = await connect(own);
  stranger = await connect(await company());
});

const reached = operations.filter(({ mcp }) => mcp !== "never");
/** Operations whose effect depends on their arguments are in `effects.test.ts`. */
const names = reached
  .filter(({ risk, effect }) => risk === "irreversible" || effect === "sends" || effect === "discloses")
  .map(({ name }) => name);

const hasNumber = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "object" && value !== null && Object.values(value).some(hasNumber));

/** The path up to its last parameter, which names an object. */
const objectPath = (path: string) => path.slice(0, path.lastIndexOf("}") + 1);

/** All operations on the object that this one concerns. */
function findSiblings(name: string) {
  const path = objectPath(reached.find((operation) => operation.name === name)?.path ?? "");
  return path === "" ? [] : reached.filter((operation) => objectPath(operation.path) === path);
}

const pathArguments = (path: string, values: Arguments): Arguments =>
  Object.fromEntries(Object.entries(values).filter(([field]) => path.includes(`{${field}}`)));

it("has arguments for every operation that assistants always have to confirm, and for no other", () => {
  expect(Object.keys(confirmedArguments).toSorted()).toEqual(names.toSorted());
});

it.each(names)(
  "%s shows a preview, changes nothing, and runs once with the token, for its company alone",
  async (operation) => {
    // Reading a live segment stores when it was counted.
    holdClock();
    // For the limit of messages, and all within the hour of the access token.
    own.clock.advance(30_000);
    const values = (await confirmedArguments[operation]?.(own)) ?? {};
    const target = { operation, arguments: values };
    const before = await companyState(own);
    const { preview, confirmToken, ...question } = await assistant.ask("api_write", target);
    expect([question.operation, hasNumber(preview)]).toEqual([operation, true]);
    expect((await stranger.call("api_write", { ...target, confirmToken })).isError).toBe(true);
    for (const { name, path, risk, body } of findSiblings(operation)) {
      const call = { operation: name, arguments: pathArguments(path, values) };
      const { status } = await stranger.refused(risk === "read" ? "api_read" : "api_write", call);
      // Missing fields of a body may be refused before the object is looked for.
      expect([name, body !== undefined && status === 400 ? 404 : status]).toEqual([name, 404]);
    }
    expect(await companyState(own)).toEqual(before);
    await assistant.ok("api_write", { ...target, confirmToken });
    const after = await companyState(own);
    expect(after).not.toEqual(before);
    const { error } = await assistant.refused("api_write", { ...target, confirmToken });
    expect(error).toMatchObject({ code: "conflict", message: "confirm_token_invalid" });
    expect(await companyState(own)).toEqual(after);
  },
);
