import { expect, it } from "vitest";
import { workerDatabase } from "../../../tests/harness/servers/database.ts";
import { fold } from "../../kernel/text.ts";

/** Letters and diacritics of European languages. */
const blocks = [
  [0x20, 0x24f],
  [0x300, 0x36f],
  [0x386, 0x3ce],
  [0x400, 0x45f],
  [0x1e00, 0x1eff],
] as const;
const letters = blocks.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
);

it("folds the same in the database and in the code", async () => {
  const { db } = await workerDatabase();
  const texts = [...letters, "Žluťoučký KŮŇ", "Straße", "Łódź", "Ærø", "ŒUVRE", "", "plain ASCII"];
  const rows = await db.sql<{ words: string; folded: string }[]>`
    select words, fold(words) as folded from unnest(${texts}::text[]) with ordinality as t(words, n) order by n`;
  const different = rows.filter(({ words, folded }) => folded !== fold(words));
  expect(different.map(({ words, folded }) => [words, folded, fold(words)])).toEqual([]);
});
