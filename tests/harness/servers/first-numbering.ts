import type { Sql } from "../../../src/db/client.ts";
import { readCarryOver, splitStatements } from "../../../src/db/migrate.ts";

/** Renames back what the statement renames. */
const inverse = (statement: string): string =>
  statement
    .replace(/^alter (table|index|sequence) (\w+) rename to (\w+);$/m, "alter $1 $3 rename to $2;")
    .replace(/^(alter table \w+ rename column) (\w+) to (\w+);$/m, "$1 $3 to $2;")
    .replaceAll(/^( *\('\w+'), ('\w+'), ('\w+')/gm, "$1, $3, $2");

/** Makes a database one that the given migration of the first numbering left; its schema is that of the last one. */
export async function returnToFirstNumbering(sql: Sql, newest: number): Promise<void> {
  await sql.begin(async (inner) => {
    for (const statement of splitStatements(readCarryOver().sql).toReversed()) await inner.unsafe(inverse(statement));
    await inner`delete from schema_migration`;
    await inner`
      insert into schema_migration (number, name)
      select n, case n when 1 then 'companies_and_people' else 'other' end from generate_series(1, ${newest}::int) n`;
  });
}
