import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { repeatToLength, measureGrowth, quadraticThreshold } from "../../../../tests/harness/oracles/growth.ts";
import { parseDmarcReport } from "./parse-report.ts";
import { unpackReport } from "./unpack-report.ts";

const deepNames = repeatToLength(`<${"a".repeat(20_000)}>`, 15 * 20_000);

it.each<[string, (length: number) => string]>([
  ["openings", (length) => repeatToLength("<a>", length)],
  ["endings", (length) => `<a><a><a>${repeatToLength("</b>", length)}`],
  ["openings and endings", (length) => repeatToLength("<a><b></a></b>", length)],
  ["deep endings", (length) => "<a>".repeat(19) + repeatToLength("<b></b>", length)],
  ["endings below long names", (length) => deepNames + repeatToLength("<b>1</b>", length)],
  ["prefixes", (length) => repeatToLength("<a:b/>", length)],
  ["colons", (length) => `<${repeatToLength("a:", length)}>`],
  ["records", (length) => `<f>${repeatToLength("<record><row><count>1</count></row></record>", length)}`],
  ["brackets", (length) => repeatToLength("<", length)],
  ["comments", (length) => `<a>${repeatToLength("<!--", length)}`],
  ["comments that end", (length) => `<a>${repeatToLength("<!---->", length)}`],
  ["sections", (length) => `<a>${repeatToLength("<![CDATA[]]>", length)}`],
  ["open sections", (length) => `<a>${repeatToLength("<![CDATA[", length)}`],
  ["instructions", (length) => repeatToLength("<?a ?>", length)],
  ["declarations", (length) => repeatToLength("<!DOCTYPE a [", length)],
  ["entities", (length) => `<a>${repeatToLength("&amp;", length)}`],
  ["broken entities", (length) => `<a>${repeatToLength("&#", length)}`],
  ["attributes", (length) => `<a ${repeatToLength("a='", length)}`],
  ["names of attributes", (length) => `<a ${repeatToLength("b ", length)}>`],
  ["blanks", (length) => `<f><report_metadata><org_name>${repeatToLength(" ", length)}`],
])("takes linear time for many %s", async (_, input) => {
  expect(await measureGrowth(input, (text) => parseDmarcReport(Buffer.from(text)))).toBeLessThan(quadraticThreshold);
});

it("rejects a small, deeply nested file at once", async () => {
  const bomb = gzipSync("<a>".repeat(6_000_000));
  const from = process.cpuUsage();
  const xml = await unpackReport(bomb);
  const unpacked = process.cpuUsage(from).user;
  expect(xml).toHaveLength(18_000_000);
  const begun = process.cpuUsage();
  expect(parseDmarcReport(xml ?? Buffer.alloc(0))).toBeUndefined();
  expect(process.cpuUsage(begun).user).toBeLessThan(5 * unpacked + 100_000);
});
