export type ForeignKeyReference = { from: string; to: string };

/** Referenced tables first. A table that refers to itself needs nothing: COPY checks its keys when all rows are in. */
export function orderTables(tables: readonly string[], references: readonly ForeignKeyReference[]): string[] {
  const ordered: string[] = [];
  const state = new Map<string, "entered" | "placed">();
  const place = (table: string) => {
    if (state.get(table) === "placed") return;
    if (state.get(table) === "entered") throw new Error(`Foreign keys form a cycle through table ${table}.`);
    state.set(table, "entered");
    for (const { from, to } of references) if (from === table && to !== table && tables.includes(to)) place(to);
    state.set(table, "placed");
    ordered.push(table);
  };
  for (const table of tables) place(table);
  return ordered;
}
