import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { filled, growthOf, tooMuchGrowth } from "../../../../tests/harness/growth.ts";
import { parseReport } from "./parse.ts";
import { unpack } from "./unpack.ts";

const deepNames = filled(`<${"a".repeat(20_000)}>`, 15 * 20_000);

it.each<[string, (length: number) => string]>([
  ["openings", (length) => filled("<a>", length)],
  ["endings", (length) => `<a><a><a>${filled("</b>", length)}`],
  ["openings and endings", (length) => filled("<a><b></a></b>", length)],
  ["deep endings", (length) => "<a>".repeat(19) + filled("<b></b>", length)],
  ["endings below long names", (length) => deepNames + filled("<b>1</b>", length)],
  ["prefixes", (length) => filled("<a:b/>", length)],
  ["colons", (length) => `<${filled("a:", length)}>`],
  ["records", (length) => `<f>${filled("<record><row><count>1</count></row></record>", length)}`],
  ["brackets", (length) => filled("<", length)],
  ["comments", (length) => `<a>${filled("<!--", length)}`],
  ["comments that end", (length) => `<a>${filled("<!---->", length)}`],
  ["sections", (length) => `<a>${filled("<![CDATA[]]>", length)}`],
  ["open sections", (length) => `<a>${filled("<![CDATA[", length)}`],
  ["instructions", (length) => filled("<?a ?>", length)],
  ["declarations", (length) => filled("<!DOCTYPE a [", length)],
  ["entities", (length) => `<a>${filled("&amp;", length)}`],
  ["broken entities", (length) => `<a>${filled("&#", length)}`],
  ["attributes", (length) => `<a ${filled("a='", length)}`],
  ["names of attributes", (length) => `<a ${filled("b ", length)}>`],
  ["blanks", (length) => `<f><report_metadata><org_name>${filled(" ", length)}`],
])("many %s take no longer than their number", async (_, input) => {
  expect(await growthOf(input, (text) => parseReport(Buffer.from(text)))).toBeLessThan(tooMuchGrowth);
});

it("refuses a small file of deep nesting at once", async () => {
  const bomb = gzipSync("<a>".repeat(6_000_000));
  const from = process.cpuUsage();
  const xml = await unpack(bomb);
  const unpacked = process.cpuUsage(from).user;
  expect(xml).toHaveLength(18_000_000);
  const begun = process.cpuUsage();
  expect(await parseReport(xml ?? Buffer.alloc(0))).toBeUndefined();
  expect(process.cpuUsage(begun).user).toBeLessThan(5 * unpacked + 100_000);
});

it("lets the process do other work while it reads", async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await parseReport(Buffer.from(`<f>${filled("<a/>", 5_000_000)}</f>`));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
