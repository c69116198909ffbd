import { expect, it } from "vitest";
import {
  anEmailAutomation,
  anEmailEngine,
  emailGraph,
  emailsOf,
  passEmail,
} from "../../../../tests/harness/factories/automation-emails.ts";
import { anAutomation, paramsOf } from "../../../../tests/harness/factories/automations.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aProductFeed } from "../../../../tests/harness/factories/feeds.ts";
import { aVerifiedSender } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../../tests/harness/factories/templates.ts";

it("an e-mail numbers its own links and those of products apart, also after its template changed", async () => {
  const test = await company();
  const feedId = await aProductFeed(test, [{ id: "CAR" }, { id: "JAM" }]);
  const htmlWith = (path: string) => `<a href="https://shop.example.org/${path}">x</a>{{products:${feedId}.1}}`;
  const automation = await anEmailAutomation(test, { html: htmlWith("a") });
  const [first, second] = [await test.aContact(), await test.aContact()];
  const { run } = anEmailEngine(test);
  await passEmail(test, automation, [first.id]);
  await run();
  const params = { template_id: automation.templateId };
  const { version } = await test.api.ok("getTemplate", { params });
  await test.api.ok("saveTemplateContent", { params, body: { html: htmlWith("b"), baseVersion: version } });
  await test.api.ok("publishTemplate", { params });
  test.clock.set(new Date(test.clock.now().getTime() + 120_000));
  await passEmail(test, automation, [second.id]);
  await anEmailEngine(test).run();
  expect(await emailsOf(test, automation)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
  const links = await test.ctx.db.sql`
    select number, url from message_link where tenant_id = ${test.tenantId} order by number`;
  expect([...links]).toEqual([
    { number: 1, url: "https://shop.example.org/a" },
    { number: 2, url: "https://shop.example.org/b" },
    { number: 800_001, url: "https://shop.example.org/CAR" },
  ]);
});

it("an automation is not activated while a template names a feed that does not exist", async () => {
  const test = await company();
  const { id: templateId } = await aTemplate(test, { html: "<p>{{products:999999999.2}}</p>" });
  const senderId = await aVerifiedSender(test);
  const automation = await anAutomation(test, { graph: emailGraph({ senderId, subject: "Hi", templateId }) });
  const issue = { code: "missing", node: "mail", field: "templateId" };
  const about = { reason: "content", code: "feed_unknown", tag: "products:999999999.2" };
  expect(await test.api.refused("activateAutomation", { params: paramsOf(automation) })).toMatchObject({
    status: 400,
    message: "graph",
    params: { issues: [{ ...issue, params: about }] },
  });
});

it("the preheader of the step is checked instead of that of the template", async () => {
  const test = await company();
  const { id: templateId } = await aTemplate(test, { html: "<p>Hi</p>", preheader: "{{products:999999999.2}}" });
  const senderId = await aVerifiedSender(test);
  const issuesWith = async (config: object) => {
    const graph = emailGraph({ senderId, subject: "Hi", templateId, ...config });
    const { incomplete } = await test.api.ok("validateGraph", { body: { shopId: test.shopId, graph } });
    return incomplete.map(({ code, field, params }) => [code, field, params["tag"]]);
  };
  expect(await issuesWith({})).toEqual([["missing", "templateId", "products:999999999.2"]]);
  expect(await issuesWith({ preheader: "Soon" })).toEqual([]);
  expect(await issuesWith({ preheader: "{{products:999999999.7}}" })).toEqual([
    ["missing", "templateId", "products:999999999.7"],
  ]);
});
