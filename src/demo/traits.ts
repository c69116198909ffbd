import type { Profile } from "../kernel/contact-columns.ts";
import { fold } from "../kernel/text.ts";
import { between, type Calendar } from "./calendar.ts";
import type { ContactLifecycle } from "./lifecycle.ts";
import type { Random } from "./random.ts";
import type { fieldWords, LabelKey } from "./words/company.ts";

export type FieldKey = keyof typeof fieldWords;
export type DemoField = { readonly id: string; readonly optionIds: readonly string[] };
export type DemoFields = Readonly<Record<FieldKey, DemoField>>;

export type Traits = { readonly values: Readonly<Record<string, unknown>>; readonly labels: readonly LabelKey[] };

/** Custom field values and labels; related ones are consistent: a beekeeper also has the beekeeper label. */
export function pickTraits(
  { random, calendar }: { random: Random; calendar: Calendar },
  fields: DemoFields,
  contact: { lifecycle: ContactLifecycle; profile: Profile },
): Traits {
  const { lifecycle, profile } = contact;
  const keepsBees = random.chance(0.4) ? random.chance(0.25) : undefined;
  const clubSince = random.chance(0.16) ? between(random, lifecycle.createdAt, calendar.now) : undefined;
  const answers: readonly (readonly [FieldKey, unknown])[] = [
    ["honey", random.chance(0.5) ? random.pickEarly(fields.honey.optionIds) : undefined],
    ["garden", random.chance(0.3) ? random.integer(1, 30) * 50 : undefined],
    ["clubSince", clubSince?.toISOString().slice(0, 10)],
    ["interests", random.chance(0.45) ? pickSome(random, fields.interests.optionIds) : undefined],
    ["keepsBees", keepsBees],
    ["web", profile.company !== null && random.chance(0.7) ? toWebAddress(profile.company) : undefined],
  ];
  const labels: readonly (readonly [LabelKey, boolean])[] = [
    ["vip", clubSince !== undefined && lifecycle.status === "subscribed" && random.chance(0.4)],
    ["wholesale", profile.company !== null],
    ["beekeeper", keepsBees === true],
    ["course", keepsBees !== undefined && random.chance(0.12)],
    ["gifts", lifecycle.source === "shop" && random.chance(0.09)],
  ];
  return {
    values: Object.fromEntries(
      answers.flatMap(([key, value]) => (value === undefined ? [] : [[fields[key].id, value]])),
    ),
    labels: labels.flatMap(([label, isAssigned]) => (isAssigned ? [label] : [])),
  };
}

/** One to three of them, in the given order. */
function pickSome(random: Random, ids: readonly string[]): string[] {
  const chosen = new Set(Array.from({ length: random.integer(1, 3) }, () => random.pickEarly(ids)));
  return ids.filter((id) => chosen.has(id));
}

const toWebAddress = (business: string): string => `https://www.${fold(business).replace(/[^a-z]+/g, "-")}.example`;
