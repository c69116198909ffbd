import { expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aForm } from "../../../../tests/harness/factories/forms.ts";
import { aSendingCampaign, aVerifiedSender } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { aSignedDomain } from "../../../../tests/harness/factories/senders.ts";
import { aTemplate } from "../../../../tests/harness/factories/templates.ts";
import { stepKeys } from "./contract.ts";

const nothingDone = stepKeys.map((key) => ({ key, done: false, dismissed: false }));

it("starts with nothing done", async () => {
  const { api } = await company();
  expect(await api.ok("getOnboarding")).toEqual({ items: nothingDone, done: 0, total: 10, hidden: false });
});

it("computes each step from the data of the company", async () => {
  const own = await company();
  const { api, ctx, tenantId, shopId } = own;
  const steps: Record<(typeof stepKeys)[number], () => Promise<unknown>> = {
    company_address: () => api.ok("updateCompany", { body: { street: "Dlouhá 1", city: "Praha" } }),
    sender: () => aVerifiedSender(own),
    domain: () => aSignedDomain(own, "example.org"),
    contacts: () => own.aContact(),
    list: () => own.aList(),
    template: () => aTemplate(own),
    form: () => aForm(own),
    test_recipients: () => api.ok("setTestRecipients", { body: { emails: ["test@example.com"] } }),
    first_campaign: async () =>
      aSendingCampaign(own, { listIds: [], senderId: await aVerifiedSender(own, "second@example.org") }),
    site_script: () => ctx.db.sql`
      insert into site_settings (tenant_id, shop_id, found) values (${tenantId}, ${shopId}, true)`,
  };
  for (const [index, key] of stepKeys.entries()) {
    await steps[key]();
    const { items, done } = await api.ok("getOnboarding");
    const expected = stepKeys.filter((_, position) => position <= index);
    expect({ key, done, keys: items.flatMap((item) => (item.done ? [item.key] : [])) }).toEqual({
      key,
      done: index + 1,
      keys: expected,
    });
  }
});

it("dismisses the given steps, shows the others again and never marks a step as done", async () => {
  const { api } = await company();
  const change = (body: object) => api.ok("updateOnboarding", { body });
  const dismissedIn = ({ items }: Awaited<ReturnType<typeof change>>) =>
    items.flatMap(({ key, dismissed }) => (dismissed ? [key] : []));
  const first = await change({ dismissed: ["form", "domain"], hidden: true, done: 10 });
  expect(first).toMatchObject({ done: 0, hidden: true });
  expect(dismissedIn(first)).toEqual(["domain", "form"]);
  const second = await change({ dismissed: ["list"] });
  expect(second.hidden).toBe(true);
  expect(dismissedIn(second)).toEqual(["list"]);
  expect(await change({})).toEqual(second);
  expect(await change({ dismissed: [], hidden: false })).toEqual({
    items: nothingDone,
    done: 0,
    total: 10,
    hidden: false,
  });
});

it.each([
  ["dismissed", { dismissed: "form" }],
  ["dismissed", { dismissed: ["form", "form"] }],
  ["dismissed.1", { dismissed: ["form", "nothing"] }],
  ["hidden", { hidden: "yes" }],
])("refuses an invalid %s: %j", async (message, body) => {
  const { api } = await company();
  expect(await api.refused("updateOnboarding", { body })).toMatchObject({ status: 400, code: "validation", message });
});
