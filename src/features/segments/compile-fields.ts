import { joined, part, type Part } from "../../db/statement.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { escapeLike } from "../../kernel/text.ts";
import type { FieldType } from "../contacts/fields/values.ts";
import { lastDays, nextDays, yearlyRange, type DayRange } from "./calendar.ts";
import type { RuleOf } from "./grammar.ts";
import type { World } from "./world.ts";
import { split } from "./values.ts";

type Operator = RuleOf<"field">["operator"] | RuleOf<"custom_field">["operator"];

/** The operators that say something; the others deny one of them. */
type Positive = Exclude<Operator, keyof typeof denied>;

const denied = {
  neq: "eq",
  not_contains: "contains",
  is_not_empty: "is_empty",
  not_in_last_days: "in_last_days",
} as const;

const isDenial = (operator: Operator): operator is keyof typeof denied => operator in denied;

/** How the values of one kind are compared. What the grammar does not offer for a kind is not here. */
type Comparisons = Readonly<Partial<Record<Positive, (value: string) => Part>>>;

/** An empty value fulfils no positive operator, and therefore every denial. */
function compare(comparisons: Comparisons, operator: Operator, value: string): Part {
  if (isDenial(operator)) return part`(${compare(comparisons, denied[operator], value)}) is not true`;
  return comparisons[operator]?.(value) ?? part`false`;
}

const commas = (parts: readonly Part[]): Part => joined(parts, part`, `);
const anyOf = (values: string, one: (value: string) => Part): Part =>
  part`(${joined(split(values).map(one), part` or `)})`;

const text = (column: Part): Comparisons => ({
  eq: (value) => part`fold(${column}) = fold(${value.trim()})`,
  contains: (value) => part`fold(${column}) like fold(${`%${escapeLike(value)}%`})`,
  starts_with: (value) => part`fold(${column}) like fold(${`${escapeLike(value)}%`})`,
  ends_with: (value) => part`fold(${column}) like fold(${`%${escapeLike(value)}`})`,
  in: (value) => part`fold(${column}) in (${commas(split(value).map((one) => part`fold(${one})`))})`,
  is_empty: () => part`coalesce(${column}, '') = ''`,
});

/** Stored in one spelling, so that an index on the column itself can answer. */
const code = (column: Part, spell: (value: string) => string): Comparisons => ({
  ...text(column),
  eq: (value) => part`${column} = ${spell(value.trim())}`,
  in: (value) => part`${column} in (${commas(split(value).map((one) => part`${spell(one)}`))})`,
});

const lower = (value: string) => value.toLowerCase();
const upper = (value: string) => value.toUpperCase();

/** Instants, compared with the days of the company's calendar. */
function moment({ now, timeZone }: World, column: Part): Comparisons {
  const within = ({ from, to }: DayRange): Part =>
    part`(${column} >= ${startOfDay(from, timeZone)} and ${column} < ${startOfNextDay(to, timeZone)})`;
  const on = (day: string): Part => within({ from: day, to: day });
  return {
    eq: on,
    in: (value) => anyOf(value, on),
    before: (value) => part`${column} < ${startOfDay(value, timeZone)}`,
    after: (value) => part`${column} >= ${startOfNextDay(value, timeZone)}`,
    in_last_days: (value) => within(lastDays(now, timeZone, Number(value))),
    is_empty: () => part`${column} is null`,
  };
}

/** A day of every year, `column` as MM-DD. */
function yearly({ now, timeZone }: World, column: Part): Comparisons {
  const within = (range: DayRange): Part => {
    const days = yearlyRange(range);
    if (days === "every day") return part`${column} is not null`;
    const [from, to] = [part`${column} collate "C" >= ${days.from}`, part`${column} collate "C" <= ${days.to}`];
    return days.from <= days.to ? part`(${from} and ${to})` : part`(${from} or ${to})`;
  };
  return {
    in_last_days: (value) => within(lastDays(now, timeZone, Number(value))),
    in_next_days: (value) => within(nextDays(now, timeZone, Number(value))),
  };
}

const day = (column: Part): Comparisons => ({
  eq: (value) => part`${column} = ${value}`,
  in: (value) => part`${column} in (${commas(split(value).map((one) => part`${one}`))})`,
  before: (value) => part`${column} < ${value}`,
  after: (value) => part`${column} > ${value}`,
  is_empty: () => part`${column} is null`,
});

/** Kept apart from the contact, because every message changes it. */
const lastSentAt = ({ tenantId }: World): Part =>
  part`(select k.last_sent_at from contact_mail k where k.tenant_id = ${tenantId} and k.contact_id = c.id)`;

/** Every profile field with its column and its kind. */
const fields: Readonly<Record<RuleOf<"field">["field"], (world: World) => Comparisons>> = {
  email: () => code(part`c.email`, lower),
  firstName: () => text(part`c.first_name`),
  lastName: () => text(part`c.last_name`),
  titleBefore: () => text(part`c.title_before`),
  titleAfter: () => text(part`c.title_after`),
  salutation: () => text(part`c.salutation`),
  salutationFormal: () => text(part`c.salutation_formal`),
  vocativeFirstName: () => text(part`c.vocative_first_name`),
  vocativeLastName: () => text(part`c.vocative_last_name`),
  language: () => code(part`c.language`, lower),
  company: () => text(part`c.company`),
  companyId: () => text(part`c.company_id`),
  phone: () => text(part`c.phone`),
  mobile: () => text(part`c.mobile`),
  street: () => text(part`c.street`),
  city: () => text(part`c.city`),
  postalCode: () => text(part`c.postal_code`),
  country: () => code(part`c.country`, upper),
  note: () => text(part`c.note`),
  affiliateId: () => text(part`c.affiliate_id`),
  source: () => text(part`c.source`),
  status: () => code(part`c.status`, lower),
  gender: () => code(part`c.gender`, lower),
  createdAt: (world) => moment(world, part`c.created_at`),
  updatedAt: (world) => moment(world, part`c.updated_at`),
  consentAt: (world) => moment(world, part`c.consent_at`),
  lastSentAt: (world) => moment(world, lastSentAt(world)),
  lastOpenAt: (world) => moment(world, part`c.last_open_at`),
  lastClickAt: (world) => moment(world, part`c.last_click_at`),
  birthday: (world) => ({ ...day(part`c.birthday`), ...yearly(world, part`to_char(c.birthday, 'MM-DD')`) }),
  nameDay: (world) => ({ ...day(part`c.name_day`), ...yearly(world, part`c.name_day`) }),
};

type Comparing = { readonly operator: Operator; readonly value?: string };

export function fieldCondition(world: World, rule: RuleOf<"field">): Part {
  const { operator, value = "" }: Comparing = rule;
  return compare(fields[rule.field](world), operator, value);
}

const number = (words: Part): Comparisons => {
  const than = (sign: Part) => (value: string) => part`nullif(${words}, '')::numeric ${sign} ${value}`;
  return {
    eq: than(part`=`),
    gt: than(part`>`),
    gte: than(part`>=`),
    lt: than(part`<`),
    lte: than(part`<=`),
    in: (value) => anyOf(value, than(part`=`)),
  };
};

/** Stored as YYYY-MM-DD, whose order as text is the order of time. */
function customDate({ now, timeZone }: World, words: Part): Comparisons {
  const column = part`${words} collate "C"`;
  const within = ({ from, to }: DayRange): Part => part`(${column} >= ${from} and ${column} <= ${to})`;
  return {
    ...day(column),
    in_last_days: (value) => within(lastDays(now, timeZone, Number(value))),
    in_next_days: (value) => within(nextDays(now, timeZone, Number(value))),
  };
}

const hasOption = (json: Part): Comparisons => {
  const has = (value: string) => part`${json} ? ${value}`;
  return { eq: has, contains: has, in: (value) => anyOf(value, has) };
};

const custom: Readonly<Record<FieldType, (world: World, column: { json: Part; words: Part }) => Comparisons>> = {
  text: (_, { words }) => text(words),
  textarea: (_, { words }) => text(words),
  url: (_, { words }) => text(words),
  number: (_, { words }) => number(words),
  date: (world, { words }) => customDate(world, words),
  bool: (_, { words }) => day(words),
  select: (_, { words }) => day(words),
  multiselect: (_, { json }) => hasOption(json),
};

/** A field that is gone is read as text, until the last contact has lost it. */
export function customFieldCondition(world: World, rule: RuleOf<"custom_field">): Part {
  const { operator, value = "" }: Comparing = rule;
  const words = part`(c.custom_fields ->> ${rule.fieldId}::text)`;
  const json = part`(c.custom_fields -> ${rule.fieldId}::text)`;
  const kind = custom[world.customFields.get(rule.fieldId) ?? "text"];
  const isEmpty = () => part`coalesce(${words}, '') in ('', '[]')`;
  return compare({ ...kind(world, { json, words }), is_empty: isEmpty }, operator, value);
}
