import { expect, it } from "vitest";
import { attachment } from "./file.ts";

it.each([
  ["Zákazníci.csv", `attachment; filename="Zakaznici.csv"; filename*=UTF-8''Z%C3%A1kazn%C3%ADci.csv`],
  [`a"b; c.csv`, `attachment; filename="a_b_ c.csv"; filename*=UTF-8''a%22b%3B%20c.csv`],
  ["../../etc/passwd", `attachment; filename=".. .. etc passwd"; filename*=UTF-8''..%20..%20etc%20passwd`],
  ["a\r\nSet-Cookie: x", `attachment; filename="a Set-Cookie_ x"; filename*=UTF-8''a%20Set-Cookie%3A%20x`],
  ["\u202E \ud800", `attachment; filename="file"; filename*=UTF-8''file`],
])("names a download %j", (name, header) => {
  expect(attachment(name)).toBe(header);
});
