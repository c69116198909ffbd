import { expect, it } from "vitest";
import { stepChangesIn } from "./graph-changes.ts";

it("lists the steps that a requested graph adds, changes and removes, with subjects and hosts", () => {
  const changes = {
    added: [{ key: "hook", type: "webhook", host: "hooks.example" }],
    changed: [{ key: "mail", type: "email", subject: "Buy now", before: { subject: "Hello" }, settings: ["subject"] }],
    removed: [{ key: "later", type: "unheard_of" }],
    connected: ["mail next → hook"],
  };
  expect(stepChangesIn({ name: "Welcome", changes })).toEqual([
    { kind: "added", key: "hook", type: "webhook", text: "hooks.example" },
    { kind: "changed", key: "mail", type: "email", text: "Buy now" },
    { kind: "removed", key: "later", type: undefined, text: "" },
  ]);
  expect(stepChangesIn({ name: "Newsletter", recipients: 3 })).toEqual([]);
});
