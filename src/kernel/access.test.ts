import { expect, it } from "vitest";
import { allows, covers, levelIn } from "./access.ts";

it("adds up the levels of several roles", () => {
  expect(levelIn("content", ["analyst", "content_editor"])).toBe("full");
  expect(levelIn("billing", ["analyst", "accountant"])).toBe("full");
  expect(levelIn("billing", ["analyst"])).toBeUndefined();
});

it("gives nothing for a role it does not know", () => {
  expect(allows(["owner_of_everything"], "contacts", "read")).toBe(false);
});

it("lets full stand for read, not the other way round", () => {
  expect(allows(["marketing_manager"], "settings", "read")).toBe(true);
  expect(allows(["marketing_manager"], "settings", "full")).toBe(false);
});

it("covers roles whose levels are all within those held", () => {
  expect(covers(["marketing_manager"], ["content_editor", "analyst"])).toBe(true);
  expect(covers(["marketing_manager"], ["account_admin"])).toBe(false);
  expect(covers(["analyst", "accountant"], ["accountant"])).toBe(true);
});
