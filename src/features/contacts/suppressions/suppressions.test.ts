import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";

async function suppressed({ api, clock }: TestCompany, ...emails: string[]) {
  for (const email of emails) {
    clock.advance(1);
    await api.ok("createSuppression", { body: { email } });
  }
}

const found = async ({ api }: TestCompany, query: Record<string, unknown>) =>
  (await api.ok("listSuppressions", { query })).items.map(({ email }) => email);

it("are searched ignoring case and diacritics", async () => {
  const test = await company();
  await suppressed(test, "růža@example.com", "ruza@example.com", "a_b@example.com", "axb@example.com");
  for (const q of ["růža", "RUZA", "Růža@ex"]) {
    expect(await found(test, { q, sort: "email" })).toEqual(["ruza@example.com", "růža@example.com"]);
  }
  expect(await found(test, { q: "a_b" })).toEqual(["a_b@example.com"]);
});

it("are sorted by every term; a repeated term is rejected", async () => {
  holdClock();
  const test = await company();
  const { api, clock } = test;
  await api.ok("createSuppression", { body: { email: "b@example.com" } });
  await api.ok("createSuppression", { body: { email: "c@example.com" } });
  await suppressed(test, "a@example.com");
  clock.advance(1);
  expect(await found(test, { sort: "createdAt,-email" })).toEqual(["c@example.com", "b@example.com", "a@example.com"]);
  expect(await found(test, { sort: "-createdAt,email" })).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
  expect(await api.refused("listSuppressions", { query: { sort: "email,-email" } })).toMatchObject({
    status: 400,
    message: "sort",
  });
});

it("update the note of a contact that is blacklisted again", async () => {
  const { api, aContact } = await company();
  const { id, email } = await aContact();
  await api.ok("blacklistContact", { params: { id }, body: { note: "first" } });
  const again = await api.ok("blacklistContact", { params: { id }, body: { note: "second" } });
  expect(again).toMatchObject({ blacklisted: true, suppressionNote: "second" });
  const silent = await api.ok("blacklistContact", { params: { id }, body: {} });
  expect(silent).toMatchObject({ blacklisted: true, suppressionNote: "second" });
  await api.ok("createSuppression", { body: { email, detail: "third" } });
  expect(await api.ok("getContact", { params: { id } })).toMatchObject({ suppressionNote: "third" });
  expect((await api.ok("listSuppressions")).items).toMatchObject([{ detail: "third" }]);
});
