import * as fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { csvLine, unescapeFormula } from "./csv.ts";

it.each([
  [["a", "b"], "a,b\r\n"],
  [["", ""], ",\r\n"],
  [[""], '""\r\n'],
  [['say "hi"'], '"say ""hi"""\r\n'],
  [["a,b", "c;d", "e|f", "g\th"], '"a,b","c;d","e|f","g\th"\r\n'],
  [["two\r\nlines", "one\nmore"], '"two\r\nlines","one\nmore"\r\n'],
  [[" a", "b ", "c d"], '" a","b ",c d\r\n'],
  [
    ["-5", "-1.5", "-1e-7", "+420 600 123 456", "+1 (555) 010-99"],
    "-5,-1.5,-1e-7,+420 600 123 456,+1 (555) 010-99\r\n",
  ],
  [["=1+1", "@a", "+a", "-", "-2+3+cmd|a", "'=1"], "'=1+1,'@a,'+a,'-,\"'-2+3+cmd|a\",''=1\r\n"],
  [["＝1+1", "＋a", "－a", "＠a", "﹦1", "'＝1"], "'＝1+1,'＋a,'－a,'＠a,'﹦1,''＝1\r\n"],
  [
    ["\u200B=1", "\uFEFF@a", "\u00AD\u2060＝1", "\u3164=1", "\u202E+a"],
    "'\u200B=1,'\uFEFF@a,'\u00AD\u2060＝1,'\u3164=1,'\u202E+a\r\n",
  ],
  [[" =1", "\u00A0=1", "\u3000＝1"], "' =1,'\u00A0=1,'\u3000＝1\r\n"],
  [["'a", "a=b", "'", "Rock'n'roll"], "'a,a=b,',Rock'n'roll\r\n"],
])("writes %j", (values, line) => {
  expect(csvLine(values)).toBe(line);
});

it("is parsed to the original values", () => {
  const value = fc.string({
    unit: fc.constantFrom(
      '"',
      ",",
      ";",
      "|",
      "\r",
      "\n",
      " ",
      "a",
      "ž",
      "\t",
      "'",
      "=",
      "+",
      "-",
      "@",
      "1",
      "＝",
      "\u200B",
    ),
  });
  const record = fc.array(value, { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(record, (values) => {
      const { data } = Papa.parse(csvLine(values), { delimiter: ",", newline: "\r\n" });
      expect(Value.Parse(Type.Array(Type.String()), data[0]).map(unescapeFormula)).toEqual(values);
    }),
  );
});
