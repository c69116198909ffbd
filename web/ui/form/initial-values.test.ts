import { describe, expect, it } from "vitest";
import { initialValues } from "./initial-values.ts";

describe("initial values of a form", () => {
  const defaults = { name: "", note: "none", tags: ["new"], isOpen: true };

  it("are the defaults for a new object", () => {
    expect(initialValues(defaults)).toEqual(defaults);
  });

  it("are what is stored, empty texts and false too, and nothing else of the object", () => {
    const stored = { id: "7", name: "Shop", note: null, tags: [], isOpen: false };
    expect(initialValues(defaults, stored)).toEqual({ name: "Shop", note: "none", tags: [], isOpen: false });
    expect(initialValues(defaults, { note: "" })).toEqual({ ...defaults, note: "" });
  });
});
