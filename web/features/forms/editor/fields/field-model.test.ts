import { describe, expect, it } from "vitest";
import { freeKey, moved, newField, refusedField, withOptions, type FormField } from "./field-model.ts";

const aField = (key: string): FormField => ({ key, type: "text", label: key, required: false, target: null });
const fields = ["a", "b", "c"].map(aField);
const keys = (list: readonly FormField[]) => list.map(({ key }) => key).join("");

describe("fields of a form in the editor", () => {
  it("get the first free key", () => {
    expect(freeKey([], "text")).toBe("text");
    expect(freeKey([aField("text"), aField("text3")], "text")).toBe("text2");
  });

  it("are complete when they are new, so that the draft can be saved", () => {
    const words = { label: "Choice", option: (number: number) => `Option ${number}` };
    expect(newField(fields, "select", words)).toEqual({
      key: "select",
      type: "select",
      label: "Choice",
      required: false,
      options: [
        { value: "Option 1", label: "Option 1" },
        { value: "Option 2", label: "Option 2" },
      ],
      target: null,
    });
    expect(newField(fields, "date", words)).toEqual({ ...aField("date"), type: "date", label: "Choice" });
  });

  it.each([
    [0, 2, "bca"],
    [2, 0, "cab"],
    [1, 1, "abc"],
    [0, -1, "abc"],
    [2, 3, "abc"],
  ])("move from %i to %i", (from, to, expected) => {
    expect(keys(moved(fields, from, to))).toBe(expected);
  });

  it("lose a prefill that is no option any more", () => {
    const field: FormField = { ...aField("a"), type: "select", value: "S" };
    const options = (...values: string[]) => values.map((value) => ({ value, label: value }));
    expect(withOptions(field, options("S", "L"))).toEqual({ ...field, options: options("S", "L") });
    expect(withOptions(field, options("L"))).toEqual({ ...aField("a"), type: "select", options: options("L") });
  });

  it("are found by the refusal that names them", () => {
    expect(refusedField("fields.2.label")).toEqual({ index: 2, property: "label" });
    expect(refusedField("fields.0")).toEqual({ index: 0, property: "" });
    expect(refusedField("listIds.0")).toBeUndefined();
  });
});
