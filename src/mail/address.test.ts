import { describe, expect, it } from "vitest";
import { parseMailbox } from "./address.ts";

describe("parseMailbox", () => {
  it.each([
    ["a@b.cz", { address: "a@b.cz" }],
    [" <a@b.cz> ", { address: "a@b.cz" }],
    ["Postrider <postrider@localhost>", { address: "postrider@localhost", name: "Postrider" }],
    ["Žofie Nová <z@b.cz>", { address: "z@b.cz", name: "Žofie Nová" }],
    [String.raw`"Nová, \"Žofie\"" <z@b.cz>`, { address: "z@b.cz", name: 'Nová, "Žofie"' }],
  ])("parses %j", (text, expected) => {
    expect(parseMailbox(text)).toEqual(expected);
  });

  it.each([
    "",
    "a",
    "a@",
    "@b",
    "a b@c.cz",
    "x <a@b.cz",
    "a@b.cz>",
    "<a@b.cz> x",
    "a@b@c",
    'x"y <a@b.cz>',
    "x\r\ny <a@b.cz>",
  ])("rejects %j", (text) => {
    expect(parseMailbox(text)).toBeUndefined();
  });

  it("rejects a very long text in linear time", () => {
    expect(parseMailbox(`${" ".repeat(100_000)}x`)).toBeUndefined();
  });
});
