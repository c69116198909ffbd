import { describe, expect, it } from "vitest";
import { ApiError } from "../../kernel/errors.ts";
import { parseFields } from "./fields.ts";

const email = { key: "e", type: "email", label: "E" };
const parsedEmail = { key: "e", type: "email", label: "E", required: true, target: "email" };
const text = { key: "t", type: "text", label: "T" };
const select = { key: "s", type: "select", label: "S" };
const customFieldIds = new Set(["7"]);
const long = "x".repeat(501);

const rejectionBy = (input: unknown): { message: string; params: unknown } => {
  try {
    parseFields(input, customFieldIds);
  } catch (error) {
    if (error instanceof ApiError) return { message: error.message, params: error.params };
    throw error;
  }
  throw new Error("the fields were accepted");
};

describe("a field of a form", () => {
  it.each([
    [text, { key: "t", type: "text", label: "T", required: false, target: null }],
    [
      { ...text, label: " T ", value: " v ", target: "firstName", required: true },
      { key: "t", type: "text", label: "T", required: true, value: "v", target: "firstName" },
    ],
    [
      { ...text, target: "customFields.7", options: ["a"] },
      { key: "t", type: "text", label: "T", required: false, target: "customFields.7" },
    ],
    [
      { key: "h", type: "hidden", value: "ad" },
      { key: "h", type: "hidden", label: "", required: false, value: "ad", target: null },
    ],
    [
      { ...select, options: ["a", { value: " b ", label: "" }, { value: "c", label: "C" }], value: "c" },
      {
        key: "s",
        type: "select",
        label: "S",
        required: false,
        options: [
          { value: "a", label: "a" },
          { value: "b", label: "b" },
          { value: "c", label: "C" },
        ],
        value: "c",
        target: null,
      },
    ],
  ])("gets its defaults: %j", (field, parsed) => {
    expect(parseFields([email, field], customFieldIds)).toEqual([parsedEmail, parsed]);
  });

  it.each([
    ["text", "fields.1", { type: "object" }],
    [
      { ...text, key: "" },
      "fields.1.key",
      { type: "string", pattern: "1 to 40 letters, digits and _, a letter first" },
    ],
    [
      { ...text, type: "texts" },
      "fields.1.type",
      { type: "string", allowed: ["email", "text", "textarea", "select", "checkbox", "date", "phone", "hidden"] },
    ],
    [{ ...text, required: "yes" }, "fields.1.required", { type: "boolean" }],
    [{ ...text, label: "a\nb" }, "fields.1.label", { type: "string", max: 500 }],
    [{ ...text, label: long }, "fields.1.label", { type: "string", max: 500 }],
    [{ ...text, label: undefined }, "fields.1.label", { type: "string", max: 500 }],
    [{ ...text, value: 1 }, "fields.1.value", { type: "string", max: 500 }],
    [{ ...text, value: long }, "fields.1.value", { type: "string", max: 500 }],
    [{ ...text, target: 7 }, "fields.1.target", { type: ["string", "null"] }],
    [{ ...text, target: "customFields.8" }, "fields.1.target", { type: ["string", "null"] }],
    [select, "fields.1.options", { type: "array" }],
    [{ ...select, options: ["a", "a"] }, "fields.1.options", { type: "array" }],
    [{ ...select, options: ["a", ""] }, "fields.1.options", { type: "array" }],
    [{ ...select, options: [long] }, "fields.1.options", { type: "array" }],
    [{ ...select, options: ["a", "b"], value: "c" }, "fields.1.value", { type: "string", allowed: ["a", "b"] }],
  ])("is rejected with what would be accepted: %j", (field, message, params) => {
    expect(rejectionBy([email, field])).toEqual({ message, params });
  });

  it.each([
    [{ ...email, required: false }, "fields.0.required", { type: "boolean" }],
    [{ ...email, target: "phone" }, "fields.0.target", { type: ["string", "null"] }],
  ])("asks for the address: %j", (field, message, params) => {
    expect(rejectionBy([field])).toEqual({ message, params });
  });
});
