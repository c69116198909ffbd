import { expect, it } from "vitest";
import { allows, covers, levelIn } from "./access.ts";

it("combines the levels of several roles", () => {
  expect(levelIn("content", ["analyst", "content_editor"])).toBe("full");
  expect(levelIn("billing", ["analyst", "accountant"])).toBe("full");
  expect(levelIn("billing", ["analyst"])).toBeUndefined();
});

it("grants nothing for an unknown role", () => {
  expect(allows(["owner_of_everything"], "contacts", "read")).toBe(false);
});

it("treats full as including read, not the reverse", () => {
  expect(allows(["marketing_manager"], "settings", "read")).toBe(true);
  expect(allows(["marketing_manager"], "settings", "full")).toBe(false);
});

it("covers roles whose levels do not exceed those held", () => {
  expect(covers(["marketing_manager"], ["content_editor", "analyst"])).toBe(true);
  expect(covers(["marketing_manager"], ["account_admin"])).toBe(false);
  expect(covers(["analyst", "accountant"], ["accountant"])).toBe(true);
});
