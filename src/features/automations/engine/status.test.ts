import { describe, expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";
import {
  aGraph,
  anActiveAutomation,
  anAutomation,
  enter,
  paramsOf,
  runAutomations,
  waitGraph,
} from "../../../../tests/harness/factories/automations.ts";
import { days } from "../../../kernel/local-time.ts";

const conflict = (current: string) => ({ status: 409, code: "conflict", message: "status", params: { current } });
const missing = { status: 404, code: "not_found", message: "automation", params: {} };

describe("activation", () => {
  it("starts a draft and resumes a paused automation", async () => {
    const test = await company();
    const automation = await anAutomation(test, { graph: waitGraph });
    const call = { params: paramsOf(automation) };
    expect(await test.api.refused("pauseAutomation", call)).toEqual(conflict("draft"));
    expect(await test.api.ok("activateAutomation", call)).toEqual({ ...automation, status: "active" });
    expect(await test.api.refused("activateAutomation", call)).toEqual(conflict("active"));
    expect(await test.api.ok("pauseAutomation", call)).toMatchObject({ status: "paused" });
    expect(await test.api.refused("pauseAutomation", call)).toEqual(conflict("paused"));
    expect(await test.api.ok("activateAutomation", call)).toMatchObject({ status: "active" });
  });

  it("is refused with the issues of the graph", async () => {
    const test = await company();
    const automation = await anAutomation(test, { graph: aGraph({ t: ["manual"], w: ["wait"] }, ["t w"]) });
    expect(await test.api.refused("activateAutomation", { params: paramsOf(automation) })).toEqual({
      status: 400,
      code: "validation",
      message: "graph",
      params: {
        issues: [{ node: "w", field: "spec", path: "graph.nodes.1.config.spec", code: "missing", params: {} }],
      },
    });
  });

  it("is not implemented where only text messages are missing", async () => {
    const test = await company();
    const automation = await anAutomation(test, { graph: aGraph({ t: ["manual"], s: ["sms"] }, ["t s"]) });
    expect(await test.api.refused("activateAutomation", { params: paramsOf(automation) })).toEqual({
      status: 501,
      code: "not_implemented",
      message: "sms",
      params: {},
    });
  });

  it("is refused once an object that the graph names is deleted", async () => {
    const test = await company();
    const { id } = await test.api.ok("createCustomField", { body: { name: "Size", type: "text" } });
    const config = { field: `customFields.${id}`, value: "L" };
    const automation = await anAutomation(test, {
      graph: aGraph({ t: ["manual"], set: ["set_field", config] }, ["t set"]),
    });
    await test.api.ok("deleteCustomField", { params: { id } });
    expect(await test.api.refused("activateAutomation", { params: paramsOf(automation) })).toMatchObject({
      message: "graph",
      params: { issues: [{ node: "set", code: "reference" }] },
    });
  });

  it("does not know automations of another company", async () => {
    const [test, other] = [await company(), await company()];
    const automation = await anAutomation(other, { graph: waitGraph });
    const call = { params: paramsOf(automation) };
    expect(await test.api.refused("activateAutomation", call)).toEqual(missing);
    expect(await test.api.refused("pauseAutomation", call)).toEqual(missing);
  });
});

describe("a paused automation", () => {
  it("does what fell due once after it is resumed", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    await enter(test, automation);
    await runAutomations(test);
    await test.api.ok("pauseAutomation", { params: paramsOf(automation) });
    await runAutomations(test, days(2));
    expect(await test.api.ok("getAutomation", { params: paramsOf(automation) })).toMatchObject({ active: 1 });
    await test.api.ok("activateAutomation", { params: paramsOf(automation) });
    await runAutomations(test);
    const { counts } = await test.api.ok("getAutomationEditor", { params: paramsOf(automation) });
    expect(counts).toMatchObject({ active: 0, completed: 1, nodes: { end: { passed: 1 } } });
  });

  it("takes nobody and does not move while the company's sending is off", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    await enter(test, automation);
    await test.api.ok("updateCompany", { body: { sendingEnabled: false } });
    const body = { contactIds: [(await test.aContact()).id] };
    expect(await test.api.refused("addAutomationContacts", { params: paramsOf(automation), body })).toEqual({
      status: 409,
      code: "conflict",
      message: "sending",
      params: {},
    });
    await runAutomations(test, days(2));
    expect(await test.api.ok("getAutomationEditor", { params: paramsOf(automation) })).toMatchObject({
      counts: { active: 1, nodes: { w: { waiting: 0, passed: 0 } } },
    });
    await test.api.ok("updateCompany", { body: { sendingEnabled: true } });
    await runAutomations(test);
    await runAutomations(test, days(1));
    expect(await test.api.ok("getAutomation", { params: paramsOf(automation) })).toMatchObject({ active: 0 });
  });
});
