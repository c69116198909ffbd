import os from "node:os";
import { expect, it } from "vitest";
import { isUnreachable } from "../db/client.ts";
import { parseIds, parseId, parseMapping, fileSize } from "./arguments.ts";

it("accepts ids and nothing else", () => {
  expect(parseId(" 12 ")).toBe("12");
  expect(parseIds("1, 2")).toEqual(["1", "2"]);
  expect(() => parseId("99999999999999999999")).toThrow('"99999999999999999999" is not an id');
  expect(() => parseIds("1,abc")).toThrow('"abc" is not an id');
});

it("accepts a mapping in one or several options, with any header", () => {
  const first = parseMapping("E-mail=email, Jméno = firstName,3=customFields.7");
  expect(first).toEqual([
    { column: "E-mail", target: "email" },
    { column: "Jméno", target: "firstName" },
    { column: "3", target: "customFields.7" },
  ]);
  expect(parseMapping("Město, stát=city", first)).toEqual([...first, { column: "Město, stát", target: "city" }]);
  expect(parseMapping("a=1,b=city")).toEqual([{ column: "a=1,b", target: "city" }]);
  expect(parseMapping("E-mail=email,Město, stát=city")).toEqual([
    { column: "E-mail", target: "email" },
    { column: "Město, stát", target: "city" },
  ]);
  for (const text of ["", "email", "=email", "a=email,b", "a="])
    expect(() => parseMapping(text)).toThrow("is not column=target");
});

it("distinguishes a missing or invalid file from an unavailable database", async () => {
  await expect(fileSize("/nowhere/people.csv")).rejects.toThrow("there is no file /nowhere/people.csv");
  await expect(fileSize(os.tmpdir())).rejects.toThrow(`${os.tmpdir()} is not a file`);
  expect(await fileSize(import.meta.filename)).toBeGreaterThan(0);
  expect(isUnreachable(Object.assign(new Error("no file"), { code: "ENOENT", syscall: "open" }))).toBe(false);
  expect(isUnreachable(Object.assign(new Error("no socket"), { code: "ENOENT", syscall: "connect" }))).toBe(true);
});
