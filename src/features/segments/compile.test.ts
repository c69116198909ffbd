import { describe, expect, it } from "vitest";
import { renderSql } from "../../db/sql-node.ts";
import { compileDefinition } from "./compile.sql.ts";
import { check, compileContext, type RuleCase } from "../../../tests/harness/oracles/segments/expected-sql.ts";
import { parseDefinition } from "./parse.ts";

describe("lists, consents, campaigns and segments", () => {
  it.each<RuleCase>([
    [
      { type: "list", operator: "in", listId: "3" },
      "exists (select from list_member m where m.tenant_id = $1 and m.list_id = $2 and m.contact_id = c.id and m.state in ('confirmed', 'unconfirmed'))",
      ["7", "3"],
    ],
    [
      { type: "list", operator: "not_in", listId: "3" },
      "not exists (select from list_member m where m.tenant_id = $1 and m.list_id = $2 and m.contact_id = c.id and m.state in ('confirmed', 'unconfirmed'))",
      ["7", "3"],
    ],
    [{ type: "engagement", operator: "in", value: "A,B" }, "c.engagement in ($1, $2)", ["A", "B"]],
    [{ type: "engagement", operator: "not_in", value: "N" }, "c.engagement not in ($1)", ["N"]],
    [
      { type: "purpose", operator: "valid", purposeId: "4" },
      "exists (select from consent k where k.tenant_id = $1 and k.purpose_id = $2 and k.contact_id = c.id and k.state = 'valid' and (k.valid_until is null or k.valid_until > $3))",
      ["7", "4", new Date("2026-03-10T23:30:00.000Z")],
    ],
    [
      { type: "purpose", operator: "not_valid", purposeId: "4" },
      "not exists (select from consent k where k.tenant_id = $1 and k.purpose_id = $2 and k.contact_id = c.id and k.state = 'valid' and (k.valid_until is null or k.valid_until > $3))",
      ["7", "4", new Date("2026-03-10T23:30:00.000Z")],
    ],
    [
      { type: "campaign", operator: "delivered", campaignId: "5" },
      "exists (select from message g where g.tenant_id = $1 and g.source_id = $2 and g.contact_id = c.id and g.delivered_at is not null)",
      ["7", "5"],
    ],
    [
      { type: "campaign", operator: "opened", campaignId: "5" },
      "exists (select from message g where g.tenant_id = $1 and g.source_id = $2 and g.contact_id = c.id and g.opened_at is not null)",
      ["7", "5"],
    ],
    [
      { type: "campaign", operator: "clicked", campaignId: "5" },
      "exists (select from message g where g.tenant_id = $1 and g.source_id = $2 and g.contact_id = c.id and g.clicked_at is not null)",
      ["7", "5"],
    ],
    [
      { type: "campaign", operator: "not_delivered", campaignId: "5" },
      "not exists (select from message g where g.tenant_id = $1 and g.source_id = $2 and g.contact_id = c.id and g.delivered_at is not null)",
      ["7", "5"],
    ],
    [
      { type: "campaign", operator: "not_opened", campaignId: "5" },
      "not exists (select from message g where g.tenant_id = $1 and g.source_id = $2 and g.contact_id = c.id and g.opened_at is not null)",
      ["7", "5"],
    ],
    [
      { type: "campaign", operator: "not_clicked", campaignId: "5" },
      "not exists (select from message g where g.tenant_id = $1 and g.source_id = $2 and g.contact_id = c.id and g.clicked_at is not null)",
      ["7", "5"],
    ],
    [
      { type: "campaign", operator: "bounced", campaignId: "5" },
      "exists (select from message g where g.tenant_id = $1 and g.source_id = $2 and g.contact_id = c.id and g.state in ('softbounced', 'hardbounced'))",
      ["7", "5"],
    ],
    [
      { type: "campaign", operator: "unsubscribed", campaignId: "5" },
      "exists (select from message g where g.tenant_id = $1 and g.source_id = $2 and g.contact_id = c.id and g.unsubscribed_at is not null)",
      ["7", "5"],
    ],
    [
      { type: "campaign", operator: "clicked_link", campaignId: "5", link: "3" },
      "exists (select from message g where g.tenant_id = $1 and g.source_id = $2 and g.contact_id = c.id and coalesce((g.links->$3::text->>'clicks')::int, 0) > 0)",
      ["7", "5", "3"],
    ],
    [
      { type: "segment", operator: "in", segmentId: "30" },
      "(c.engagement in ($1) or exists (select from list_member m where m.tenant_id = $2 and m.list_id = $3 and m.contact_id = c.id and m.state in ('confirmed', 'unconfirmed')))",
      ["A", "7", "3"],
    ],
    [
      { type: "segment", operator: "not_in", segmentId: "30" },
      "(c.engagement in ($1) or exists (select from list_member m where m.tenant_id = $2 and m.list_id = $3 and m.contact_id = c.id and m.state in ('confirmed', 'unconfirmed'))) is not true",
      ["A", "7", "3"],
    ],
    [
      { type: "segment", operator: "in", segmentId: "31" },
      "exists (select from segment_member s where s.tenant_id = $1 and s.segment_id = $2 and s.contact_id = c.id)",
      ["7", "31"],
    ],
    [
      { type: "segment", operator: "not_in", segmentId: "404" },
      "not exists (select from segment_member s where s.tenant_id = $1 and s.segment_id = $2 and s.contact_id = c.id)",
      ["7", "404"],
    ],
  ])("%j", (rule, text, params) => check(rule, text, params));
});

describe("groups", () => {
  const compileCondition = (input: unknown) => renderSql(compileDefinition(compileContext, parseDefinition(input)));
  const a = { type: "field", field: "gender", operator: "eq", value: "f" };
  const b = { type: "engagement", operator: "in", value: "A" };
  const c = { type: "order_count", operator: "gte", count: "1" };

  it("without a rule match everybody", () => {
    expect(compileCondition({ type: "group", match: "any", rules: [] })).toEqual({ text: "true", params: [] });
  });

  it("join all by AND and any by OR, each in its own parentheses", () => {
    const inner = { type: "group", match: "any", rules: [a, b] };
    expect(compileCondition({ type: "group", match: "all", rules: [b, inner] })).toEqual({
      text: "(c.engagement in ($1) and (c.gender = $2 or c.engagement in ($3)))",
      params: ["A", "f", "A"],
    });
  });

  it("evaluate the contact's columns first, otherwise in the order of the definition", () => {
    const text = "exists (select from contact_order_total o where o.tenant_id = $3 and o.contact_id = c.id)";
    expect(compileCondition({ type: "group", match: "any", rules: [c, b, a] })).toEqual({
      text: `(c.engagement in ($1) or c.gender = $2 or ${text})`,
      params: ["A", "f", "7"],
    });
  });
});

describe("several rules about one campaign", () => {
  const rule = (operator: string, campaignId = "5") => ({ type: "campaign", operator, campaignId });
  const compileText = (match: string, ...rules: object[]) =>
    renderSql(compileDefinition(compileContext, parseDefinition({ type: "group", match, rules }))).text;
  const message = (what: string, at = 1) =>
    `exists (select from message g where g.tenant_id = $${at} and g.source_id = $${at + 1} and g.contact_id = c.id and ${what})`;

  it("read its message once", () => {
    expect(compileText("all", rule("opened"), rule("not_clicked"))).toBe(
      `(${message("(g.opened_at is not null and g.clicked_at is null)")})`,
    );
    expect(compileText("all", rule("not_opened"), rule("not_clicked"))).toBe(
      `(not ${message("(g.opened_at is not null or g.clicked_at is not null)")})`,
    );
    expect(compileText("any", rule("opened"), rule("clicked"))).toBe(
      `(${message("(g.opened_at is not null or g.clicked_at is not null)")})`,
    );
    expect(compileText("any", rule("not_opened"), rule("not_clicked"))).toBe(
      `(not ${message("(g.opened_at is not null and g.clicked_at is not null)")})`,
    );
  });

  it("are compiled separately where one lookup would be wrong", () => {
    expect(compileText("any", rule("opened"), rule("not_clicked"))).toBe(
      `(${message("g.opened_at is not null")} or not ${message("g.clicked_at is not null", 3)})`,
    );
    expect(compileText("all", rule("opened"), rule("opened", "6"))).toBe(
      `(${message("g.opened_at is not null")} and ${message("g.opened_at is not null", 3)})`,
    );
  });
});
