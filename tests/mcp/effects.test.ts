import { beforeAll, describe, expect, it } from "vitest";
import { defineRoutes } from "../../src/kernel/route.ts";
import { operations, listOperations } from "../../src/registry/registry.ts";
import { decisions } from "../../src/surfaces/mcp/effects/all.ts";
import { holdClock } from "../harness/factories/clock.ts";
import { company, type TestCompany } from "../harness/factories/company.ts";
import { aConnectedApp } from "../harness/factories/oauth.ts";
import { anAssistant, type Assistant } from "../harness/servers/assistant.ts";
import { companyState } from "./company-state.ts";
import {
  dependingArguments,
  type DependingCase,
  makeReacting,
  namedObjects,
  type Named,
} from "./depending-arguments.ts";
import { operationEffects } from "./operation-effects.ts";

type Prepared = { own: TestCompany; assistant: Assistant; named: Named };

async function prepared(): Promise<Prepared> {
  const own = await company();
  const assistant = anAssistant(own.server, (await aConnectedApp(own, { scope: "full" })).access_token);
  return { own, assistant, named: await namedObjects(own) };
}

const riskOf = (name: string) => operations.find((operation) => operation.name === name)?.risk;
function findCase(name: string): DependingCase {
  const found = dependingArguments[name];
  if (found === undefined) throw new Error(`no arguments for ${name}`);
  return found;
}
const names = Object.keys(dependingArguments);

/** Automations and a campaign react to everything. */
let reacting: Prepared;
/** Nothing is active. */
let quiet: Prepared;

beforeAll(async () => {
  reacting = await prepared();
  await makeReacting(reacting.own, reacting.named);
  quiet = await prepared();
  await quiet.own.api.ok("updateCompany", { body: { assistantSending: "never" } });
});

const setSending = ({ own }: Prepared, assistantSending: "never" | "token" | "approval") =>
  own.api.ok("updateCompany", { body: { assistantSending } });

describe("the effect of an operation", () => {
  it("is that of the table", () => {
    const writes = operations.filter(({ risk }) => risk !== "read");
    const namesOf = (effect: string) => writes.filter((one) => one.effect === effect).map(({ name }) => name);
    const effects = [...new Set(writes.map(({ effect }) => effect))];
    const table = Object.fromEntries(effects.map((effect) => [effect, namesOf(effect).toSorted()]));
    expect(table).toEqual(operationEffects);
    expect(operations.filter(({ risk, effect }) => risk === "read" && effect !== "internal")).toEqual([]);
  });

  it("is decided for every operation that depends on its arguments and that assistants reach", () => {
    const depending = operations.filter(({ effect, mcp }) => effect === "depends" && mcp !== "never");
    const expected = depending.map(({ name }) => name).toSorted();
    expect(Object.keys(decisions).toSorted()).toEqual(expected);
    expect(names.toSorted()).toEqual(expected);
  });

  it("has to be named by every write", () => {
    const parts = { path: "/things", mcp: "never", summary: "", answers: { 204: null }, errors: [] } as const;
    // @ts-expect-error A write without its effect does not compile.
    defineRoutes("Things", null, { createThing: { method: "POST", ...parts } });
    const write = defineRoutes("Things", null, { createThing: { method: "POST", effect: "sends", ...parts } });
    const read = defineRoutes("Things", null, { countThings: { method: "POST", risk: "read", ...parts } });
    expect(listOperations(write)).toMatchObject([{ risk: "write", effect: "sends" }]);
    expect(listOperations(read)).toMatchObject([{ risk: "read", effect: "internal" }]);
  });
});

it.each(names)(
  "%s is refused where assistants never send, and asks first where something reacts",
  async (operation) => {
    holdClock();
    const { own, assistant, named } = reacting;
    own.clock.advance(30_000);
    const { values, isOnlyAsked } = findCase(operation);
    await setSending(reacting, "token");
    const target = { operation, arguments: await values(own, named) };
    await setSending(reacting, "never");
    const before = await companyState(own);
    expect(await assistant.refused("api_write", target)).toMatchObject({
      status: 403,
      error: { message: "assistant" },
    });
    expect(await companyState(own)).toEqual(before);
    await setSending(reacting, "token");
    const { preview, confirmToken, warnings } = await assistant.ask("api_write", target);
    expect(preview["consequences"]).toEqual(expect.arrayContaining([expect.anything()]));
    expect(warnings.length).toBeGreaterThan(0);
    if (isOnlyAsked === undefined) await assistant.ok("api_write", { ...target, confirmToken });
  },
);

it.each(names.filter((name) => riskOf(name) === "write"))(
  "%s runs as any other write where it mails nobody and discloses nothing",
  async (operation) => {
    const { own, assistant, named } = quiet;
    own.clock.advance(30_000);
    const { values, quiet: others } = findCase(operation);
    const answer = await assistant.ok("api_write", { operation, arguments: await (others ?? values)(own, named) });
    expect(answer).not.toMatchObject({ status: "confirmation_required" });
  },
);
