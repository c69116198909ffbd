import { expect, it } from "vitest";
import { anEmail, company } from "../../../../tests/harness/factories/company.ts";
import { addPreverifiedSender } from "../senders/preverified-sender.ts";

it("shows the mode to every role", async () => {
  const own = await company();
  await own.api.ok("setTestRecipients", { body: { emails: [anEmail(), anEmail()] } });
  await own.api.ok("updateCompany", { body: { sendingEnabled: false } });
  const accountant = await own.apiWith({ roles: ["accountant"], scope: "read" });
  expect(await accountant.ok("getSendingMode")).toEqual({
    mode: "folder",
    testRecipients: 2,
    sendingEnabled: false,
    sendingState: "live",
    sendingHold: "",
  });
});

it("lists the steps to complete before sending", async () => {
  const own = await company();
  const item = (key: string, done: boolean, params = {}, required = false) => ({ key, done, required, params });
  const state = { sendingEnabled: true, sendingState: "live", sendingHold: "" };
  const rest = [
    item("domain_verified", false, { domains: 0 }),
    item("spf", false),
    item("dmarc", false),
    item("return_path", false),
    item("tracking", false),
    item("test_recipients", false, { testRecipients: 0 }),
    item("mail_mode", false, { mode: "folder" }),
  ];
  const reportAddress = `dmarc-${own.tenant.replaceAll("-", "")}@127.0.0.1`;
  expect(await own.api.ok("getSendingSetup")).toEqual({
    items: [
      item("sender_verified", false, { senders: 0, verified: 0 }, true),
      item("company_address", false),
      item("sending_allowed", true, state, true),
      ...rest,
    ],
    ready: false,
    senders: [],
    domains: [],
    reportAddress,
    publicHost: null,
  });
  await addPreverifiedSender(own.ctx.db, { address: anEmail(), name: "News", at: own.clock.now() });
  const waiting = await own.api.ok("createSender", { body: { email: anEmail(), name: "Other" } });
  expect(await own.api.ok("getSendingSetup")).toMatchObject({ ready: true });
  await own.api.ok("updateCompany", { body: { street: "Dlouhá 1", city: "Praha" } });
  const setup = await own.api.ok("getSendingSetup");
  expect(setup.ready).toBe(true);
  expect(setup.items.slice(0, 2)).toEqual([
    item("sender_verified", true, { senders: 2, verified: 1 }, true),
    item("company_address", true),
  ]);
  expect(setup.senders).toMatchObject([{ verified: true }, waiting]);
  await own.api.ok("updateCompany", { body: { sendingEnabled: false } });
  expect(await own.api.ok("getSendingSetup")).toMatchObject({ ready: false });
});
