import { expect, it } from "vitest";
import { createCentralEuropeanCheck } from "./central-european.ts";

const detect = (...chunks: readonly string[]) => {
  const check = createCentralEuropeanCheck();
  for (const chunk of chunks) check.take(Buffer.from(chunk, "latin1"));
  return check.encoding();
};

it.each([
  ["windows-1250", "š and ž of its own", "Tom\xe1\x9a,R\xf9\x9eena"],
  ["windows-1250", "a © inside a word beside them", "Tom\xe1\x9a,a\xa9b"],
  ["windows-1250", "letters that both have", "Jan \xc8ern\xfd,P\xf8erov"],
  ["windows-1250", "a Polish ą", "D\xb9browski"],
  ["windows-1250", "a Slovak ľ", "Kr\xe1\xbe"],
  ["windows-1250", "signs outside words", "\xa9 2026 \xabFirma\xbb,Firma\xae,5 \xb1 1,\xa9Firma"],
  ["iso-8859-2", "ť inside a word", "\xa9\xbbastn\xfd"],
  ["iso-8859-2", "capitals", "KO\xa9ICE"],
  ["iso-8859-2", "Š at the start of a word", "\xa9imek,Nov\xe1k"],
  ["iso-8859-2", "ľ inside a word", "Mari\xe1n Ko\xb5aj"],
  ["iso-8859-2", "š and ž", "Tom\xe1\xb9,R\xf9\xbeena"],
] as const)("takes for %s: %s", (encoding, _why, text) => {
  expect(detect(text)).toBe(encoding);
  expect(detect(...text.split(""))).toBe(encoding);
  expect(detect("email,name\n".repeat(100), text, "\nx@example.com,Jan")).toBe(encoding);
});
