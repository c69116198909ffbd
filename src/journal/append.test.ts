import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { node, renderSql } from "../db/sql-node.ts";
import { appendSelect } from "./append.sql.ts";
import { contactDeleted, contactUpdated, emailClicked, journalEvents, listAdded } from "./events.ts";
import { eventCount, payloadField } from "./fields.sql.ts";

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

it("builds one insert: computed facts by the server, constants as one parameter", () => {
  const { text, params } = renderSql(
    appendSelect(listAdded, {
      tenantId: "7",
      at: node`at`,
      contactId: node`contact_id`,
      payload: { listId: node`list_id::text`, title: node`name`, importId: "3", quiet: undefined },
      from: node`from joined order by list_id`,
    }),
  );
  expect(oneLine(text)).toBe(
    "insert into journal (tenant_id, at, type, contact_id, payload) with entry as materialized ( " +
      "select $1::bigint, at::timestamptz, 'list_added', contact_id, " +
      "$2::jsonb || jsonb_build_object('listId', list_id::text, 'title', name) from joined order by list_id" +
      ") select * from entry",
  );
  expect(params).toEqual(["7", '{"importId":"3"}']);
});

it("builds an insert without facts", () => {
  const about = { tenantId: node`tenant_id`, at: node`at`, contactId: node`id`, from: node`from old` };
  const { text, params } = renderSql(appendSelect(contactDeleted, { ...about, payload: {} }));
  expect(oneLine(text)).toContain("'contact_deleted', id, $1::jsonb from old");
  expect(params).toEqual(["{}"]);
});

it("counts an entry of many contacts by its contacts", () => {
  expect(oneLine(renderSql(eventCount).text)).toBe(
    "case when j.type in ('contacts_created', 'emails_sent') then coalesce((j.payload->>'count')::int, 1) else 1 end",
  );
});

it("does not compile with a misspelt or missing fact", () => {
  const about = { contactId: "1", at: new Date() };
  const columns = { tenantId: "1", at: new Date(), from: node`from old` };
  const misuses = [
    // @ts-expect-error: `fields` is missing
    contactUpdated.entry({ ...about, payload: {} }),
    // @ts-expect-error: no such fact
    contactUpdated.entry({ ...about, payload: { fields: [], titel: "" } }),
    // @ts-expect-error: no such fact
    payloadField(emailClicked, "campaign"),
    // @ts-expect-error: `title` is missing
    appendSelect(listAdded, { ...columns, payload: { listId: node`id` } }),
  ];
  expect(misuses).toHaveLength(4);
});

it("gives every event a type of its own", () => {
  expect(new Set(journalEvents.map(({ type }) => type)).size).toBe(journalEvents.length);
});

it("is the only place that writes journal rows", () => {
  const root = path.join(import.meta.dirname, "..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith(`journal${path.sep}`),
  );
  const writers = files.filter((file) =>
    /insert\s+into\s+journal\b/i.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(writers).toEqual([]);
});
