import { describe, expect, it } from "vitest";
import { nodeTypes } from "../src/features/automations/graph/schema.ts";
import { czechFields } from "../web/features/automations/editor/panel/field-names.ts";
import { fieldMessages } from "../web/features/automations/editor/panel/field-messages.ts";
import { readFields, type Fields, type FieldShape } from "../web/features/automations/editor/panel/field-shape.ts";
import { addShare, changePercent, divideEvenly, removeShare } from "../web/features/automations/editor/panel/shares.ts";
import { createFormats } from "../web/i18n/format.ts";
import { messagesIn } from "../web/i18n/messages.tsx";

type Named = { readonly type: string; readonly name: string; readonly shape: FieldShape };

const flat = (type: string, fields: Fields): Named[] =>
  Object.entries(fields).flatMap(([name, shape]) => [
    { type, name, shape },
    ...("fields" in shape ? flat(type, shape.fields) : []),
  ]);

const fields = [...nodeTypes.triggers, ...nodeTypes.steps].flatMap(({ type, config }) =>
  flat(type, readFields(config)),
);

const shapeOf = (type: string, name: string) => fields.find((one) => one.type === type && one.name === name)?.shape;

describe("fields of the automation editor, made from the grammar", () => {
  it("have a name each", () => {
    const known: readonly string[] = Object.keys(czechFields);
    expect(fields.filter(({ name }) => !known.includes(name)).map(({ type, name }) => `${type}.${name}`)).toEqual([]);
    const used = new Set(fields.map(({ name }) => name));
    expect(known.filter((name) => !used.has(name) && name !== "output" && name !== "percent")).toEqual([]);
  });

  it("name every choice in both languages, but for those that are words of HTTP", () => {
    for (const language of ["cs", "en"] as const) {
      const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = messagesIn(
        fieldMessages,
        createFormats(language),
      ).choices;
      const missing = fields.flatMap(({ name, shape }) =>
        shape.kind === "choice" && name !== "method"
          ? shape.values.filter((value) => choices[name]?.[value] === undefined).map((value) => `${name} ${value}`)
          : [],
      );
      expect(missing).toEqual([]);
    }
  });

  it("choose objects where the schema says an id, and nowhere is a field left to plain text that has a better input", () => {
    const ids = [...nodeTypes.triggers, ...nodeTypes.steps].flatMap(({ type, config }) =>
      Object.entries(config.properties)
        .filter(
          ([, schema]) => JSON.stringify(schema).includes("an id: digits") && !JSON.stringify(schema).includes("$ref"),
        )
        .map(([name]) => ({ type, name })),
    );
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.filter(({ type, name }) => shapeOf(type, name)?.kind !== "reference")).toEqual([]);
    expect({
      wait: shapeOf("wait", "spec"),
      cart: shapeOf("cart_abandoned", "after"),
      date: shapeOf("date", "field"),
      time: shapeOf("date", "time"),
      definition: shapeOf("condition", "definition"),
      shares: shapeOf("split", "shares"),
      lists: shapeOf("list_added", "listIds"),
      reentry: shapeOf("manual", "reentry"),
      value: shapeOf("set_field", "value"),
      states: shapeOf("order_state", "states"),
      password: shapeOf("webhook", "password"),
    }).toEqual({
      wait: { kind: "time", kinds: ["delay", "at", "date", "field"] },
      cart: { kind: "time", kinds: ["delay"] },
      date: { kind: "contactField", names: ["birthday", "nameDay"] },
      time: { kind: "clock" },
      definition: { kind: "definition" },
      shares: { kind: "shares" },
      lists: { kind: "reference", of: "list", isList: true },
      reentry: { kind: "choice", values: ["after_end", "once", "always"] },
      value: { kind: "value" },
      states: { kind: "texts" },
      password: { kind: "text", maxLength: 500 },
    });
  });
});

describe("shares of a split", () => {
  const percents = (shares: readonly { percent: number }[]) => shares.map(({ percent }) => percent);
  const two = [
    { output: "a", percent: 50 },
    { output: "b", percent: 50 },
  ];

  it("keep 100 % whatever is changed, and never fall below one", () => {
    const three = addShare(two);
    expect(three.map(({ output }) => output)).toEqual(["a", "b", "c"]);
    expect({
      added: percents(three),
      larger: percents(changePercent(three, 0, 80)),
      whole: percents(changePercent(three, 1, 100)),
      nothing: percents(changePercent(two, 0, 0)),
      removed: percents(removeShare(three, 0)),
      even: percents(divideEvenly(changePercent(three, 0, 80))),
    }).toEqual({
      added: [34, 33, 33],
      larger: [80, 10, 10],
      whole: [1, 98, 1],
      nothing: [1, 99],
      removed: [50, 50],
      even: [34, 33, 33],
    });
    let shares = two;
    for (let round = 0; round < 18; round++) shares = addShare(changePercent(shares, round % shares.length, round * 7));
    expect(shares).toHaveLength(20);
    expect(percents(shares).reduce((sum, one) => sum + one, 0)).toBe(100);
    expect(Math.min(...percents(shares))).toBeGreaterThanOrEqual(1);
  });
});
