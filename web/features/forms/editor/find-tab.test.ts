import { expect, it } from "vitest";
import { findTab } from "./find-tab.ts";

it.each([
  ["name", "content"],
  ["fields.0.label", "content"],
  ["design.logoUrl", "look"],
  ["consentText", "consent"],
  ["popup.pages.include.0", "display"],
  ["listIds.0", "after"],
  ["settings.senderId", "after"],
  ["welcome.templateId", "after"],
])("finds the tab of %s", (word, tab) => {
  expect(findTab(word)).toBe(tab);
});
