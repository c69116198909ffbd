import * as fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { csvLine } from "./csv.ts";

it.each([
  [["a", "b"], "a,b\r\n"],
  [["", ""], ",\r\n"],
  [[""], '""\r\n'],
  [['say "hi"'], '"say ""hi"""\r\n'],
  [["a,b", "c;d", "e|f", "g\th"], '"a,b","c;d","e|f","g\th"\r\n'],
  [["two\r\nlines", "one\nmore"], '"two\r\nlines","one\nmore"\r\n'],
  [[" a", "b ", "c d"], '" a","b ",c d\r\n'],
  [["-5", "=1+1", "+420 600"], "-5,=1+1,+420 600\r\n"],
])("writes %j", (values, line) => {
  expect(csvLine(values)).toBe(line);
});

it("is read back as it was written", () => {
  const value = fc.string({ unit: fc.constantFrom('"', ",", ";", "|", "\r", "\n", " ", "a", "ž", "\t") });
  const record = fc.array(value, { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(record, (values) => {
      const { data } = Papa.parse(csvLine(values), { delimiter: ",", newline: "\r\n" });
      expect(data[0]).toEqual(values);
    }),
  );
});
