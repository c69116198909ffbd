import { expect, it } from "vitest";
import { toDefinition, toGroup, isSame, pruned, findRejection, replaced, toRule, rulesOf, parseTree } from "./tree.ts";

const city = (value: string) => ({ type: "field", field: "city", operator: "eq", value }) as const;
const brno = toRule(city("Brno"));
const praha = toRule(city("Praha"));
const inner = toGroup([praha], "any");
const root = toGroup([brno, inner]);

it("keeps a definition as it is", () => {
  const definition = {
    type: "group",
    match: "all",
    rules: [city("Brno"), { type: "group", match: "any", rules: [city("Praha")] }],
  };
  expect(toDefinition(parseTree(definition))).toEqual(definition);
  expect(isSame(parseTree(definition), root)).toBe(true);
});

it("changes and removes nodes at any depth", () => {
  const changed = replaced(root, praha.key, () => ({ ...praha, values: city("Ostrava") }));
  expect(rulesOf(changed).map(({ values }) => values["value"])).toEqual(["Brno", "Ostrava"]);
  expect(rulesOf(replaced(root, inner.key, () => undefined))).toEqual([brno]);
});

it("drops groups that become empty", () => {
  expect(toDefinition(pruned(root, ({ key }) => key !== praha.key)).rules).toEqual([city("Brno")]);
});

it("finds the node that the server refused", () => {
  expect(findRejection(root, "definition.0.value")).toEqual({ key: brno.key, property: "value" });
  expect(findRejection(root, "definition.1.0.operator")).toEqual({ key: praha.key, property: "operator" });
  expect(findRejection(root, "definition.1.rules")).toEqual({ key: inner.key, property: "rules" });
  expect(findRejection(root, "definition.segmentCycle")).toEqual({ key: root.key, property: "segmentCycle" });
  expect(findRejection(root, "name")).toBeUndefined();
});
