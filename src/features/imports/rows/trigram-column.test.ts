import { expect, it } from "vitest";
import { computeTrigrams } from "../../contacts/trigrams.ts";
import { appendTrigramColumn } from "./trigram-column.ts";

it("appends the trigrams of the text to each line, over many pieces and for a line longer than a piece", () => {
  const texts = Array.from(
    { length: 5000 },
    (_, index) => ` person${index}@example.com žofie 漢字漢 +420${index * 7919}`,
  );
  const lines = ["", ...texts, " a\\\\b"].map(
    (text, row) => `${row}\tnote ${row === 3 ? "x".repeat(600_000) : ""}\t${text}\tname`,
  );
  const pieces = appendTrigramColumn("7", Buffer.from(`${lines.join("\n")}\n`));
  expect(pieces.length).toBeGreaterThan(3);
  const written = Buffer.concat(pieces).toString().split("\n");
  expect(written.pop()).toBe("");
  const numbers = ["", ...texts, " a\\b"].map((text) =>
    computeTrigrams("7", text)
      .map((gram) => ` ${gram}`)
      .join(""),
  );
  expect(written).toEqual(lines.map((line, row) => `${line}\t${numbers[row]}`));
});
