import { describe, it } from "vitest";
import {
  check,
  customFieldRule,
  fieldRule,
  type RuleCase,
} from "../../../tests/harness/oracles/segments/expected-sql.ts";

describe("texts", () => {
  it.each<RuleCase>([
    [fieldRule("firstName", "eq", " Žofie "), "fold(c.first_name) = fold($1)", ["Žofie"]],
    [fieldRule("city", "neq", "Brno"), "(fold(c.city) = fold($1)) is not true", ["Brno"]],
    [fieldRule("company", "contains", "50%_a"), "fold(c.company) like fold($1)", ["%50\\%\\_a%"]],
    [fieldRule("note", "not_contains", "x"), "(fold(c.note) like fold($1)) is not true", ["%x%"]],
    [fieldRule("lastName", "starts_with", "No"), "fold(c.last_name) like fold($1)", ["No%"]],
    [fieldRule("lastName", "ends_with", "ová"), "fold(c.last_name) like fold($1)", ["%ová"]],
    [fieldRule("city", "in", "Praha, Plzeň"), "fold(c.city) in (fold($1), fold($2))", ["Praha", "Plzeň"]],
    [fieldRule("street", "is_empty"), "coalesce(c.street, '') = ''", []],
    [fieldRule("street", "is_not_empty"), "(coalesce(c.street, '') = '') is not true", []],
  ])("%j", (rule, text, params) => check(rule, text, params));
});

describe("normalized texts", () => {
  it.each<RuleCase>([
    [fieldRule("email", "eq", "Jana@Example.com"), "c.email = $1", ["jana@example.com"]],
    [fieldRule("email", "ends_with", "@seznam.cz"), "fold(c.email) like fold($1)", ["%@seznam.cz"]],
    [fieldRule("status", "eq", "subscribed"), "c.status = $1", ["subscribed"]],
    [fieldRule("status", "in", "pending,customer"), "c.status in ($1, $2)", ["pending", "customer"]],
    [fieldRule("gender", "neq", "f"), "(c.gender = $1) is not true", ["f"]],
    [fieldRule("language", "eq", "CS"), "c.language = $1", ["cs"]],
    [fieldRule("country", "in", "cz,sk"), "c.country in ($1, $2)", ["CZ", "SK"]],
    [fieldRule("source", "eq", "import"), "fold(c.source) = fold($1)", ["import"]],
  ])("%j", (rule, text, params) => check(rule, text, params));
});

describe("timestamps, by days of the company", () => {
  it.each<RuleCase>([
    [
      fieldRule("createdAt", "in_last_days", "30"),
      "(c.created_at >= $1 and c.created_at < $2)",
      [new Date("2026-02-08T23:00:00.000Z"), new Date("2026-03-11T23:00:00.000Z")],
    ],
    [
      fieldRule("lastOpenAt", "not_in_last_days", "30"),
      "((c.last_open_at >= $1 and c.last_open_at < $2)) is not true",
      [new Date("2026-02-08T23:00:00.000Z"), new Date("2026-03-11T23:00:00.000Z")],
    ],
    [
      fieldRule("updatedAt", "eq", "2026-03-29"),
      "(c.updated_at >= $1 and c.updated_at < $2)",
      [new Date("2026-03-28T23:00:00.000Z"), new Date("2026-03-29T22:00:00.000Z")],
    ],
    [
      fieldRule("updatedAt", "neq", "2026-03-29"),
      "((c.updated_at >= $1 and c.updated_at < $2)) is not true",
      [new Date("2026-03-28T23:00:00.000Z"), new Date("2026-03-29T22:00:00.000Z")],
    ],
    [
      fieldRule("consentAt", "in", "2026-01-01,2026-02-01"),
      "((c.consent_at >= $1 and c.consent_at < $2) or (c.consent_at >= $3 and c.consent_at < $4))",
      [
        new Date("2025-12-31T23:00:00.000Z"),
        new Date("2026-01-01T23:00:00.000Z"),
        new Date("2026-01-31T23:00:00.000Z"),
        new Date("2026-02-01T23:00:00.000Z"),
      ],
    ],
    [
      fieldRule("lastSentAt", "before", "2026-01-01"),
      "(select k.last_sent_at from contact_send_summary k where k.tenant_id = $1 and k.contact_id = c.id) < $2",
      ["7", new Date("2025-12-31T23:00:00.000Z")],
    ],
    [fieldRule("lastClickAt", "after", "2026-01-01"), "c.last_click_at >= $1", [new Date("2026-01-01T23:00:00.000Z")]],
    [fieldRule("lastClickAt", "is_empty"), "c.last_click_at is null", []],
  ])("%j", (rule, text, params) => check(rule, text, params));
});

describe("birthdays and name days", () => {
  it.each<RuleCase>([
    [fieldRule("birthday", "eq", "2000-02-29"), "c.birthday = $1", ["2000-02-29"]],
    [fieldRule("birthday", "in", "2000-02-29,2001-01-01"), "c.birthday in ($1, $2)", ["2000-02-29", "2001-01-01"]],
    [fieldRule("birthday", "before", "1990-01-01"), "c.birthday < $1", ["1990-01-01"]],
    [fieldRule("birthday", "after", "1990-01-01"), "c.birthday > $1", ["1990-01-01"]],
    [
      fieldRule("birthday", "in_next_days", "7"),
      `(to_char(c.birthday, 'MM-DD') collate "C" >= $1 and to_char(c.birthday, 'MM-DD') collate "C" <= $2)`,
      ["03-11", "03-18"],
    ],
    [
      fieldRule("birthday", "in_last_days", "12"),
      `(to_char(c.birthday, 'MM-DD') collate "C" >= $1 and to_char(c.birthday, 'MM-DD') collate "C" <= $2)`,
      ["02-27", "03-11"],
    ],
    [
      fieldRule("birthday", "not_in_last_days", "100"),
      `((to_char(c.birthday, 'MM-DD') collate "C" >= $1 or to_char(c.birthday, 'MM-DD') collate "C" <= $2)) is not true`,
      ["12-01", "03-11"],
    ],
    [fieldRule("birthday", "in_next_days", "365"), "to_char(c.birthday, 'MM-DD') is not null", []],
    [fieldRule("birthday", "is_not_empty"), "(c.birthday is null) is not true", []],
    [fieldRule("nameDay", "eq", "05-01"), "c.name_day = $1", ["05-01"]],
    [fieldRule("nameDay", "in", "05-01, 05-08"), "c.name_day in ($1, $2)", ["05-01", "05-08"]],
    [
      fieldRule("nameDay", "in_next_days", "300"),
      '(c.name_day collate "C" >= $1 or c.name_day collate "C" <= $2)',
      ["03-11", "01-05"],
    ],
    [fieldRule("nameDay", "is_empty"), "c.name_day is null", []],
  ])("%j", (rule, text, params) => check(rule, text, params));
});

describe("custom fields", () => {
  it.each<RuleCase>([
    [customFieldRule("1", "eq", "Zelená"), "fold((c.custom_fields ->> $1::text)) = fold($2)", ["1", "Zelená"]],
    [
      customFieldRule("1", "not_contains", "x"),
      "(fold((c.custom_fields ->> $1::text)) like fold($2)) is not true",
      ["1", "%x%"],
    ],
    [
      customFieldRule("1", "in", "a,b"),
      "fold((c.custom_fields ->> $1::text)) in (fold($2), fold($3))",
      ["1", "a", "b"],
    ],
    [customFieldRule("1", "is_empty"), "coalesce((c.custom_fields ->> $1::text), '') in ('', '[]')", ["1"]],
    [customFieldRule("2", "eq", "5"), "nullif((c.custom_fields ->> $1::text), '')::numeric = $2", ["2", "5"]],
    [
      customFieldRule("2", "neq", "5"),
      "(nullif((c.custom_fields ->> $1::text), '')::numeric = $2) is not true",
      ["2", "5"],
    ],
    [customFieldRule("2", "gt", "5"), "nullif((c.custom_fields ->> $1::text), '')::numeric > $2", ["2", "5"]],
    [customFieldRule("2", "gte", "5.5"), "nullif((c.custom_fields ->> $1::text), '')::numeric >= $2", ["2", "5.5"]],
    [customFieldRule("2", "lt", "-1"), "nullif((c.custom_fields ->> $1::text), '')::numeric < $2", ["2", "-1"]],
    [customFieldRule("2", "lte", "5"), "nullif((c.custom_fields ->> $1::text), '')::numeric <= $2", ["2", "5"]],
    [
      customFieldRule("2", "in", "1,2"),
      "(nullif((c.custom_fields ->> $1::text), '')::numeric = $2 or nullif((c.custom_fields ->> $3::text), '')::numeric = $4)",
      ["2", "1", "2", "2"],
    ],
    [customFieldRule("3", "eq", "2026-01-01"), '(c.custom_fields ->> $1::text) collate "C" = $2', ["3", "2026-01-01"]],
    [
      customFieldRule("3", "before", "2026-01-01"),
      '(c.custom_fields ->> $1::text) collate "C" < $2',
      ["3", "2026-01-01"],
    ],
    [
      customFieldRule("3", "after", "2026-01-01"),
      '(c.custom_fields ->> $1::text) collate "C" > $2',
      ["3", "2026-01-01"],
    ],
    [
      customFieldRule("3", "in", "2026-01-01,2026-01-02"),
      '(c.custom_fields ->> $1::text) collate "C" in ($2, $3)',
      ["3", "2026-01-01", "2026-01-02"],
    ],
    [
      customFieldRule("3", "in_last_days", "7"),
      '((c.custom_fields ->> $1::text) collate "C" >= $2 and (c.custom_fields ->> $3::text) collate "C" <= $4)',
      ["3", "2026-03-04", "3", "2026-03-11"],
    ],
    [
      customFieldRule("3", "not_in_last_days", "7"),
      '(((c.custom_fields ->> $1::text) collate "C" >= $2 and (c.custom_fields ->> $3::text) collate "C" <= $4)) is not true',
      ["3", "2026-03-04", "3", "2026-03-11"],
    ],
    [
      customFieldRule("3", "in_next_days", "7"),
      '((c.custom_fields ->> $1::text) collate "C" >= $2 and (c.custom_fields ->> $3::text) collate "C" <= $4)',
      ["3", "2026-03-11", "3", "2026-03-18"],
    ],
    [customFieldRule("4", "eq", "true"), "(c.custom_fields ->> $1::text) = $2", ["4", "true"]],
    [customFieldRule("4", "neq", "true"), "((c.custom_fields ->> $1::text) = $2) is not true", ["4", "true"]],
    [customFieldRule("5", "eq", "11"), "(c.custom_fields ->> $1::text) = $2", ["5", "11"]],
    [customFieldRule("5", "in", "11,12"), "(c.custom_fields ->> $1::text) in ($2, $3)", ["5", "11", "12"]],
    [customFieldRule("6", "contains", "21"), "(c.custom_fields -> $1::text) ? $2", ["6", "21"]],
    [customFieldRule("6", "not_contains", "21"), "((c.custom_fields -> $1::text) ? $2) is not true", ["6", "21"]],
    [
      customFieldRule("6", "in", "21,22"),
      "((c.custom_fields -> $1::text) ? $2 or (c.custom_fields -> $3::text) ? $4)",
      ["6", "21", "6", "22"],
    ],
    [
      customFieldRule("6", "is_not_empty"),
      "(coalesce((c.custom_fields ->> $1::text), '') in ('', '[]')) is not true",
      ["6"],
    ],
    [customFieldRule("99", "eq", "gone"), "fold((c.custom_fields ->> $1::text)) = fold($2)", ["99", "gone"]],
  ])("%j", (rule, text, params) => check(rule, text, params));
});
