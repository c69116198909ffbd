import { describe, expect, it } from "vitest";
import { detectDelimiter } from "./delimiter.ts";
import { createRecordReader } from "./records.ts";

/** The records of a text decoded in pieces of this length. */
function read(text: string, length = text.length, delimiter = ",") {
  const reader = createRecordReader(delimiter);
  const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, n) =>
    text.slice(n * length, (n + 1) * length),
  );
  return [...pieces.map((piece) => reader.take(piece)), reader.end()].flatMap(({ firstRow, records }) =>
    records.map((cells, index) => ({ row: firstRow + index, cells: [...cells], brokenAt: cells.brokenAt })),
  );
}

const readCells = (text: string, length?: number) => read(text, length).map(({ cells }) => cells);
const header = "email,name,city";

/** The result does not depend on where the text is split. */
const everyLength = (text: string) => Array.from({ length: text.length }, (_, n) => n + 1);

describe("records", () => {
  it.each<[string, string, string[][]]>([
    ["line ends of all kinds", "a,b\r\nc,d\re,f\n\n,\ng", [["a", "b"], ["c", "d"], ["e", "f"], ["g"]]],
    [
      "quoted cells over lines",
      'a,"b\r\nc\rd\ne"\r\nf,g',
      [
        ["a", "b\r\nc\rd\ne"],
        ["f", "g"],
      ],
    ],
    [
      "doubled quotes and delimiters",
      '"a ""b"", c",""\n"","""",x',
      [
        ['a "b", c', ""],
        ["", '"', "x"],
      ],
    ],
    ["blanks after a quote", '"a" ,"b"  \n"c"\t', [["a", "b"], ["c"]]],
    [
      "quotes inside plain cells",
      'a,5" nail\n b "c",d',
      [
        ["a", '5" nail'],
        [' b "c"', "d"],
      ],
    ],
    [
      "a stray quote",
      'a,b\n"Jan" Novák,c\nd,e',
      [
        ["a", "b"],
        ['"Jan" Novák', "c"],
        ["d", "e"],
      ],
    ],
    [
      "quotes inside a quoted cell",
      'a,b\n"Hotel "Central" Brno","c"\n',
      [
        ["a", "b"],
        ['Hotel "Central" Brno', "c"],
      ],
    ],
    [
      "a comma in a cell that continues",
      'a,b\n"Novák, Jan" ml.,c',
      [
        ["a", "b"],
        ['"Novák, Jan" ml.', "c"],
      ],
    ],
    [
      "Ctrl-Z at the end",
      "a,b\nc,d\n\u001a",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
  ])("are read with %s", (_name, text, cells) => {
    for (const length of everyLength(text)) expect(readCells(text, length)).toEqual(cells);
  });

  it.each([
    ['a@b.cz,"Hotel "Central", Brno",x', 1],
    ['a@b.cz,"Jan,"Praha"', 1],
    ['a@b.cz,"Jan" Novák,Brno,x', 1],
    ['"a@b.cz" x,"Jan", "Brno"', 0],
  ])("are marked when their cells are ambiguous: %s", (line, brokenAt) => {
    const text = `${header}\n1,2,3\n${line}\nb@b.cz,Petr,Zlín\n`;
    for (const length of everyLength(text)) {
      const found = read(text, length);
      expect(found.map((record) => record.brokenAt)).toEqual([undefined, undefined, brokenAt, undefined]);
      expect(found.at(-1)).toEqual({ row: 4, cells: ["b@b.cz", "Petr", "Zlín"], brokenAt: undefined });
    }
  });

  const quotesAt = (row: number) => ({ reason: "quotes", row, pattern: "CSV with closed quotes" });

  it.each([
    ["a quote that is never closed", 'a@b.cz,"Jan,Brno\nb@b.cz,Petr,Zlín\n'],
    ["an open quote at the end", 'a@b.cz,"Jan'],
    ["the next quote opens a cell of another row", 'a@b.cz,"Jan,Brno\nb@b.cz,"Petr",Zlín\n'],
    ["a cell over several lines in an ambiguous row", 'a@b.cz,"Jan" Novák,"Brno\nb@b.cz,Petr,Zlín"\n'],
  ])("are refused when the end of a row is ambiguous: %s", (_name, text) => {
    const whole = `${header}\n1,2,3\n\n${text}`;
    for (const length of everyLength(whole)) {
      expect(() => read(whole, length)).toThrow(
        expect.objectContaining({ code: "validation", message: "file", params: quotesAt(3) }),
      );
    }
    expect(() => read('"a" b,c"\nd,e\n')).toThrow(expect.objectContaining({ params: quotesAt(1) }));
  });

  it("begin after a line that names the delimiter, which counts as a row", () => {
    for (const text of ["sep=;\r\na;b\r\n", '"SEP=;"\na;b\n']) {
      expect(detectDelimiter(text)).toBe(";");
      for (const length of everyLength(text)) {
        expect(read(text, length, ";")).toEqual([{ row: 2, cells: ["a", "b"], brokenAt: undefined }]);
      }
    }
    expect(detectDelimiter("sep=|\na,b;c\n")).toBe("|");
  });
});
