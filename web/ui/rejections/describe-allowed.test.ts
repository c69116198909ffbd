import { describe, expect, it } from "vitest";
import { createFormats } from "../../i18n/format.ts";
import { messagesIn } from "../../i18n/messages.tsx";
import { uiMessages } from "../messages.ts";
import { describeAllowed } from "./describe-allowed.ts";
import { joinNames, findPage, referrersIn } from "./referrers.ts";

const [cs, en] = (["cs", "en"] as const).map((language) => messagesIn(uiMessages, createFormats(language)));

/** Spaces that do not break are plain ones here. */
const plain = (text: string | undefined) => text?.replaceAll(/\s/g, " ");

const text = { type: "string", min: 2, max: 5 };
const coded = { ...text, pattern: "a colour: #rrggbb" };

describe("what is allowed", () => {
  it.each([
    ["words", { type: "string", allowed: ["a", null, "b"] }, "x", ["Možné hodnoty: a, b.", "Allowed values: a, b."]],
    [
      "only yes",
      { type: "boolean", allowed: [true] },
      false,
      ["Toto je potřeba potvrdit.", "This has to be confirmed."],
    ],
    ["a short text", text, "123456", ["Napište nejvýš 5 znaků.", "Type at most 5 characters."]],
    ["a long text", text, "1", ["Napište aspoň 2 znaky.", "Type at least 2 characters."]],
    ["a text of the right length", coded, "1234", ["Zadejte barvu ve tvaru #rrggbb.", "Enter a colour: #rrggbb."]],
    ["a coded text that is too long", coded, "123456", ["Napište nejvýš 5 znaků.", "Type at most 5 characters."]],
    ["few items", { type: "array", max: 1 }, ["1", "2"], ["Zadejte nejvýš 1 položku.", "Enter at most 1 item."]],
    [
      "a number of a range",
      { type: "integer", min: 0, max: 9 },
      10,
      ["Zadejte číslo od 0 do 9.", "Enter a number from 0 to 9."],
    ],
    ["a number from", { type: "integer", min: 1 }, 0, ["Zadejte číslo od 1.", "Enter a number from 1."]],
    ["a number", { type: "number" }, "x", ["Zadejte číslo.", "Enter a number."]],
    [
      "bytes",
      { max: 100, unit: "bytes" },
      "x",
      ["Největší možný počet: 100 (bajty).", "The largest number allowed: 100 (bytes)."],
    ],
    [
      "rows",
      { min: 1, unit: "rows", reason: "empty" },
      "x",
      ["Nejmenší možný počet: 1 (řádky).", "The smallest number allowed: 1 (rows)."],
    ],
    [
      "a reference",
      { reason: "unknown", kind: "shop" },
      "1",
      ["Vyberte záznam, který existuje a jde tu použít.", "Choose a record that exists and can be used here."],
    ],
    ["different values", { type: "array", unique: true }, [], ["Některá hodnota se opakuje.", "A value is repeated."]],
  ])("of %s is a sentence in both languages", (_what, params, value, [czech, english]) => {
    expect(cs && plain(describeAllowed(params, cs, value))).toBe(czech);
    expect(en && plain(describeAllowed(params, en, value))).toBe(english);
  });

  it("is not said where the API does not say it", () => {
    expect(cs && describeAllowed({}, cs, "x")).toBeUndefined();
    expect(cs && describeAllowed({ reason: "unknown" }, cs, "x")).toBeUndefined();
  });
});

describe("what names a record", () => {
  const by = [
    { kind: "campaign", id: "4", name: "Jaro" },
    { kind: "job", id: "5", name: "list_merged" },
  ];

  it("is read from a refusal, and linked where it has a page", () => {
    expect(referrersIn({ by: [...by, { kind: 1 }, null] })).toEqual(by);
    expect(referrersIn({})).toEqual([]);
    expect(by.map(findPage)).toEqual([{ path: "/campaigns/$campaignId", params: { campaignId: "4" } }, undefined]);
  });

  it("is named in a sentence, the first three", () => {
    expect(cs && joinNames(by, cs)).toBe("kampaň Jaro, právě běžící akce");
    expect(cs && plain(joinNames([...by, ...by, ...by], cs))).toBe(
      "kampaň Jaro, právě běžící akce, kampaň Jaro a 3 další",
    );
  });
});
