import { expect, it } from "vitest";
import { aSender } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company } from "../../../tests/harness/factories/company.ts";
import { listObjectNames } from "./names.queries.ts";

it("finds the names of the company's own objects", async () => {
  const [own, other] = [await company(), await company()];
  const [list, foreign] = [await own.aList({ name: "Regulars" }), await other.aList({ name: "Foreign" })];
  const sender = await aSender(own);
  const ids = { lists: [list.id, foreign.id], segments: ["1"], senders: [sender.id], shops: [own.shopId] };
  const found = await listObjectNames(own.ctx.db, ids);
  const [shop] = (await own.api.ok("listShops")).items;
  expect(new Set(found.map(({ kind, id, name }) => `${kind} ${id} ${name}`))).toEqual(
    new Set([`lists ${list.id} Regulars`, `senders ${sender.id} Shop`, `shops ${own.shopId} ${shop?.name}`]),
  );
});
