import { joinNodes, node, rawIdentifier, type SqlNode } from "../../db/sql-node.ts";
import { contactColumns, isProfileField, type ColumnKind, type ProfileField } from "../../kernel/contact-columns.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { escapeLike } from "../../kernel/text.ts";
import type { FieldType } from "../contacts/fields/values.ts";
import { lastDays, nextDays, yearlyRange, type DayRange } from "./calendar.ts";
import type { RuleOf } from "./grammar.ts";
import type { CompileContext } from "./compile-context.ts";
import { splitList } from "./values.ts";

type Operator = RuleOf<"field">["operator"] | RuleOf<"custom_field">["operator"];

/** The positive operators; the others are their negations. */
type PositiveOperator = Exclude<Operator, keyof typeof positives>;

const positives = {
  neq: "eq",
  not_contains: "contains",
  is_not_empty: "is_empty",
  not_in_last_days: "in_last_days",
} as const;

const isNegative = (operator: Operator): operator is keyof typeof positives => operator in positives;

/** Comparisons of one kind of values. Operators that the grammar does not offer for a kind are missing. */
type Comparisons = Readonly<Partial<Record<PositiveOperator, (value: string) => SqlNode>>>;

/** An empty value matches no positive operator, and therefore every negation. */
function compare(comparisons: Comparisons, operator: Operator, value: string): SqlNode {
  if (isNegative(operator)) return node`(${compare(comparisons, positives[operator], value)}) is not true`;
  return comparisons[operator]?.(value) ?? node`false`;
}

const commaSeparated = (parts: readonly SqlNode[]): SqlNode => joinNodes(parts, node`, `);
const anyOf = (values: string, one: (value: string) => SqlNode): SqlNode =>
  node`(${joinNodes(splitList(values).map(one), node` or `)})`;

const text = (column: SqlNode): Comparisons => ({
  eq: (value) => node`fold(${column}) = fold(${value.trim()})`,
  contains: (value) => node`fold(${column}) like fold(${`%${escapeLike(value)}%`})`,
  starts_with: (value) => node`fold(${column}) like fold(${`${escapeLike(value)}%`})`,
  ends_with: (value) => node`fold(${column}) like fold(${`%${escapeLike(value)}`})`,
  in: (value) => node`fold(${column}) in (${commaSeparated(splitList(value).map((item) => node`fold(${item})`))})`,
  is_empty: () => node`coalesce(${column}, '') = ''`,
});

/** Stored in normalized form, so that an index on the column applies. */
const code = (column: SqlNode, spell: (value: string) => string): Comparisons => ({
  ...text(column),
  eq: (value) => node`${column} = ${spell(value.trim())}`,
  in: (value) => node`${column} in (${commaSeparated(splitList(value).map((one) => node`${spell(one)}`))})`,
});

const lower = (value: string) => value.toLowerCase();
const upper = (value: string) => value.toUpperCase();

/** Timestamps, compared with calendar days of the company. */
function moment({ now, timeZone }: CompileContext, column: SqlNode): Comparisons {
  const within = ({ from, to }: DayRange): SqlNode =>
    node`(${column} >= ${startOfDay(from, timeZone)} and ${column} < ${startOfNextDay(to, timeZone)})`;
  const on = (day: string): SqlNode => within({ from: day, to: day });
  return {
    eq: on,
    in: (value) => anyOf(value, on),
    before: (value) => node`${column} < ${startOfDay(value, timeZone)}`,
    after: (value) => node`${column} >= ${startOfNextDay(value, timeZone)}`,
    in_last_days: (value) => within(lastDays(now, timeZone, Number(value))),
    is_empty: () => node`${column} is null`,
  };
}

/** A yearly day, `column` as MM-DD. */
function yearly({ now, timeZone }: CompileContext, column: SqlNode): Comparisons {
  const within = (range: DayRange): SqlNode => {
    const days = yearlyRange(range);
    if (days === "every day") return node`${column} is not null`;
    const [from, to] = [node`${column} collate "C" >= ${days.from}`, node`${column} collate "C" <= ${days.to}`];
    return days.from <= days.to ? node`(${from} and ${to})` : node`(${from} or ${to})`;
  };
  return {
    in_last_days: (value) => within(lastDays(now, timeZone, Number(value))),
    in_next_days: (value) => within(nextDays(now, timeZone, Number(value))),
  };
}

const day = (column: SqlNode): Comparisons => ({
  eq: (value) => node`${column} = ${value}`,
  in: (value) => node`${column} in (${commaSeparated(splitList(value).map((item) => node`${item}`))})`,
  before: (value) => node`${column} < ${value}`,
  after: (value) => node`${column} > ${value}`,
  is_empty: () => node`${column} is null`,
});

/** Stored in another table, because every message changes it. */
const lastSentAt = ({ tenantId }: CompileContext): SqlNode =>
  node`(select k.last_sent_at from contact_send_summary k where k.tenant_id = ${tenantId} and k.contact_id = c.id)`;

type ColumnComparisons = (context: CompileContext, column: SqlNode) => Comparisons;

const comparisonsOfKind: Readonly<Record<ColumnKind, ColumnComparisons>> = {
  line: (_, column) => text(column),
  text: (_, column) => text(column),
  language: (_, column) => code(column, lower),
  country: (_, column) => code(column, upper),
  gender: (_, column) => code(column, lower),
  day: (context, column) => ({ ...day(column), ...yearly(context, node`to_char(${column}, 'MM-DD')`) }),
  month_day: (context, column) => ({ ...day(column), ...yearly(context, column) }),
};

/** The other fields of a contact with their columns and kinds. */
const otherFields: Readonly<
  Record<Exclude<RuleOf<"field">["field"], ProfileField>, (context: CompileContext) => Comparisons>
> = {
  email: () => code(node`c.email`, lower),
  source: () => text(node`c.source`),
  status: () => code(node`c.status`, lower),
  createdAt: (context) => moment(context, node`c.created_at`),
  updatedAt: (context) => moment(context, node`c.updated_at`),
  consentAt: (context) => moment(context, node`c.consent_at`),
  lastSentAt: (context) => moment(context, lastSentAt(context)),
  lastOpenAt: (context) => moment(context, node`c.last_open_at`),
  lastClickAt: (context) => moment(context, node`c.last_click_at`),
};

function fieldComparisons(context: CompileContext, field: RuleOf<"field">["field"]): Comparisons {
  if (!isProfileField(field)) return otherFields[field](context);
  const { column, kind } = contactColumns[field];
  return comparisonsOfKind[kind](context, rawIdentifier(`c.${column}`));
}

type Comparison = { readonly operator: Operator; readonly value?: string };

export function fieldCondition(context: CompileContext, rule: RuleOf<"field">): SqlNode {
  const { operator, value = "" }: Comparison = rule;
  return compare(fieldComparisons(context, rule.field), operator, value);
}

const number = (words: SqlNode): Comparisons => {
  const than = (sign: SqlNode) => (value: string) => node`nullif(${words}, '')::numeric ${sign} ${value}`;
  return {
    eq: than(node`=`),
    gt: than(node`>`),
    gte: than(node`>=`),
    lt: than(node`<`),
    lte: than(node`<=`),
    in: (value) => anyOf(value, than(node`=`)),
  };
};

/** Stored as YYYY-MM-DD, which sorts correctly as text. */
function customDate({ now, timeZone }: CompileContext, words: SqlNode): Comparisons {
  const column = node`${words} collate "C"`;
  const within = ({ from, to }: DayRange): SqlNode => node`(${column} >= ${from} and ${column} <= ${to})`;
  return {
    ...day(column),
    in_last_days: (value) => within(lastDays(now, timeZone, Number(value))),
    in_next_days: (value) => within(nextDays(now, timeZone, Number(value))),
  };
}

const hasOption = (json: SqlNode): Comparisons => {
  const has = (value: string) => node`${json} ? ${value}`;
  return { eq: has, contains: has, in: (value) => anyOf(value, has) };
};

const customComparisons: Readonly<
  Record<FieldType, (context: CompileContext, column: { json: SqlNode; words: SqlNode }) => Comparisons>
> = {
  text: (_, { words }) => text(words),
  textarea: (_, { words }) => text(words),
  url: (_, { words }) => text(words),
  number: (_, { words }) => number(words),
  date: (context, { words }) => customDate(context, words),
  bool: (_, { words }) => day(words),
  select: (_, { words }) => day(words),
  multiselect: (_, { json }) => hasOption(json),
};

export function customFieldCondition(context: CompileContext, rule: RuleOf<"custom_field">): SqlNode {
  const { operator, value = "" }: Comparison = rule;
  const type = context.customFields.get(rule.fieldId) ?? "text";
  const column = customColumn(context, rule.fieldId, type);
  const isEmpty = () => node`coalesce(${column.words}, '') in ('', '[]')`;
  return compare({ ...customComparisons[type](context, column), is_empty: isEmpty }, operator, value);
}

/** The stored value, without deleted options that the contact is still to lose. */
function customColumn({ removedOptions }: CompileContext, fieldId: string, type: FieldType) {
  const words = node`(c.custom_fields ->> ${fieldId}::text)`;
  const json = node`(c.custom_fields -> ${fieldId}::text)`;
  const removed = removedOptions.get(fieldId);
  if (removed === undefined) return { json, words };
  const options = node`string_to_array(${removed.join(",")}, ',')`;
  const left = node`(${json} - ${options})`;
  return type === "multiselect"
    ? { json: left, words: node`${left}::text` }
    : { json, words: node`(case when ${words} <> all(${options}) then ${words} end)` };
}
