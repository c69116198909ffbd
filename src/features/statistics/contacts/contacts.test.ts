import { expect, it } from "vitest";
import { anEmail, company } from "../../../../tests/harness/factories/company.ts";
import { anImport } from "../../../../tests/harness/factories/imports.ts";
import { addDays, dayAt } from "../../../kernel/local-time.ts";

it("counts new contacts by source, with those of the days before", async () => {
  const own = await company();
  const list = await own.aList();
  await own.aContact();
  await anImport(own, { text: ["email", anEmail(), anEmail()].join("\n"), listIds: [list.id] });
  const today = dayAt(own.clock.now(), "Europe/Prague");
  const days = { from: addDays(today, -29), to: addDays(today, 1) };
  expect(await own.api.ok("getContactStats")).toEqual({
    ...days,
    added: 3,
    previous: 0,
    sources: [
      { source: "import", added: 2, subscribed: 2, previous: 0 },
      { source: "manual", added: 1, subscribed: 1, previous: 0 },
    ],
  });
  const next = { from: addDays(today, 1), to: addDays(today, 3) };
  expect(await own.api.ok("getContactStats", { query: { ...next, shop: own.shopId } })).toMatchObject({
    added: 0,
    previous: 3,
    sources: [
      { source: "import", added: 0, previous: 2 },
      { source: "manual", added: 0, previous: 1 },
    ],
  });
  expect(await own.api.refused("getContactStats", { query: { shop: "999999999" } })).toMatchObject({ message: "shop" });
  const stranger = await company();
  expect(await stranger.api.ok("getContactStats")).toMatchObject({ added: 0, sources: [] });
  const editor = await own.apiWith({ scope: "read", roles: ["accountant"] });
  expect(await editor.refused("getContactStats")).toMatchObject({ status: 403 });
});
