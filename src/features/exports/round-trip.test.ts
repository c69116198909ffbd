import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anImport } from "../../../tests/harness/factories/imports.ts";
import { setTags } from "../labels/tags.ts";

async function exported({ api, runActions }: TestCompany, fields: readonly string[]): Promise<string> {
  const body = { name: "Všichni", selection: "all", fields, encoding: "utf-8" };
  const { id } = await api.ok("createExport", { body });
  await runActions();
  return String((await api.call("downloadExport", { params: { export_id: id } })).body);
}

it("export, import, export gives the same file for random values", async () => {
  const one = await company();
  const { api, aContact, tenantId } = one;
  const field = async (type: string, options?: string[]) =>
    (await api.ok("createCustomField", { body: { name: type, type, ...(options === undefined ? {} : { options }) } }))
      .id;
  const text = await field("text");
  const area = await field("textarea");
  const number = await field("number");
  const select = await api.ok("createCustomField", {
    body: { name: "S", type: "select", options: ["1", "2", "Černá", "Cerna"] },
  });
  const many = await api.ok("createCustomField", {
    body: { name: "M", type: "multiselect", options: ["Red, big", "Blue", "x|y", "x"] },
  });
  // An option whose name is the id of another one.
  const [first, second] = select.options;
  const swapped = [
    { id: first?.id ?? "", name: second?.id ?? "" },
    { id: second?.id ?? "", name: first?.id ?? "" },
    ...select.options.slice(2),
  ];
  await api.ok("updateCustomField", { params: { id: select.id }, body: { options: swapped } });
  const values = [
    [" blanks ", "two\r\nlines\rthree\nfour", 1e21, 0, [0], ["VIP, gold"]],
    ['a "quote", x', "a;b|c", 1e-7, 1, [0, 1], ["VIP, gold", "Brno"]],
    ["'=1+1", '"', -1234567890123456, 2, [2, 3], ["a|b"]],
    ["x", "y", 0.12345678901234, 3, [3], ["Brno"]],
    ["=HYPERLINK(1)", "@a\n=b", -5, 3, [3], ["=a", "=b"]],
    ["''+1", "'-", -1.5e-9, 3, [3], ["'@a"]],
    ["-", "+420 600 123 456", 1, 3, [3], ["+1"]],
  ] as const;
  for (const [line, lines, amount, option, options, tags] of values) {
    const customFields = {
      [text]: line,
      [area]: lines,
      [number]: amount,
      [select.id]: select.options[option]?.id,
      [many.id]: options.map((index) => many.options[index]?.id),
    };
    const { id } = await aContact({ customFields, note: lines, lastName: line });
    await setTags(one.ctx, "contact", id, tags);
  }
  await aContact({ email: `=1+${tenantId}@example.com`, lastName: "@" });
  const custom = [text, area, number, select.id, many.id].map((id) => `customFields.${id}`);
  const fields = ["email", "lastName", "note", "tags", ...custom];
  const before = await exported(one, fields);
  expect(before).toContain(`\r\n'=1+${tenantId}@example.com,'@,`);
  expect(before).toContain(",'=HYPERLINK(1),");
  expect(before).toContain(",+420 600 123 456,");
  const done = await anImport(one, { text: before, mapping: fields.map((name) => [name, name] as const) });
  expect(done.result).toMatchObject({ rows: 8, unchanged: 8, invalid: 0, problems: [] });
  // Without edited fields, all values come from the file.
  await one.ctx.db.sql`
    update contact set custom_fields = '{}', note = null, last_name = null, edited_fields = '{}' where tenant_id = ${one.tenantId}`;
  await one.ctx.db.sql`delete from label_assignment where tenant_id = ${one.tenantId}`;
  const again = await anImport(one, { text: before, mapping: fields.map((name) => [name, name] as const) });
  expect(again.result).toMatchObject({ rows: 8, updated: 8, invalid: 0 });
  expect(await exported(one, fields)).toBe(before);
});

it("gives the same file in another company: contacts are created in the order of the file", async () => {
  const one = await company();
  const { sql, tenantId } = one.ctx.db;
  // With this many suppressions the planner joins them by another plan.
  await sql`
    insert into suppression (tenant_id, fingerprint, reason, source, blacklisted, created_at)
    select ${tenantId}, sha256(n::text::bytea), 'manual', 'manual', true, now() from generate_series(1, 300) n`;
  await sql`analyze suppression`;
  const lines = Array.from({ length: 60 }, (_, n) => `p${(n * 37) % 60}@example.com,Name ${n}\r\n`);
  const text = `email,lastName\r\n${lines.join("")}`;
  await anImport(one, { text, mapping: ["email", "lastName"].map((name) => [name, name] as const) });
  expect(await exported(one, ["email", "lastName"])).toBe(text);
});
