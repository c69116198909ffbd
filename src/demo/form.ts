import type { TenantDb } from "../db/tenant.ts";
import { insertForm } from "../features/forms/queries.ts";
import { emptyForm } from "../features/forms/service.ts";
import type { WrittenContact } from "./automations/histories.ts";
import type { Calendar } from "./calendar.ts";
import { openedDaysAgo } from "./lifecycle.ts";
import { formWords } from "./words/campaigns.ts";
import { czechShop } from "./words/company.ts";
import { consentTexts } from "./words/texts.ts";
import { insertFormViews, insertSignUps, type DemoSignUp, type DemoView } from "./queries.ts";

type FormPlace = { readonly shopId: string; readonly listId: string; readonly purposeId: string };

/** One of this many sign-ups was not confirmed in time and was deleted. */
const expiredEvery = 9;

/** The form of the Czech shop, with the sign-ups of the contacts that came by it. */
export async function writeForm(
  db: TenantDb,
  calendar: Calendar,
  { place, contacts }: { readonly place: FormPlace; readonly contacts: readonly WrittenContact[] },
): Promise<void> {
  const { shopId, listId, purposeId } = place;
  const { key, name, title, description, submitLabel } = formWords;
  const consentHtml = consentTexts.news.cs;
  const form = { ...emptyForm, name, shopId, listIds: [listId], purposeId, consentHtml, title, submitLabel };
  const createdAt = calendar.at(openedDaysAgo.cs, 11 * 60);
  const id = await insertForm(db, { ...form, descriptionHtml: description }, { key, createdAt });
  const about = { purposeId, listId, consentHtml, page: czechShop.url };
  const signUps = contacts
    .filter(({ row }) => row.shopId === shopId && row.source === "form" && row.consentAt !== null)
    .flatMap(({ contactId, row }, index): DemoSignUp[] => {
      const { email, createdAt: filledAt, consentAt: confirmedAt } = row;
      const source = sources[index % sources.length] ?? "";
      const confirmed = {
        ...about,
        source,
        email,
        contactId,
        state: "confirmed",
        typed: { email },
        filledAt,
        confirmedAt,
      } as const;
      const expired = {
        ...about,
        source,
        email: null,
        contactId: null,
        state: "expired",
        typed: {},
        filledAt,
        confirmedAt: null,
      } as const;
      return index % expiredEvery === 0 ? [confirmed, expired] : [confirmed];
    });
  await insertSignUps(db, id, signUps);
  await insertFormViews(db, id, listViews(calendar));
}

const [search, social, directly] = ["www.google.com", "www.facebook.com", ""];

/** Sources of the sign-ups, taken in turns. */
const sources = [search, directly, search, social, search, directly];

const viewedDays = 60;

/** Visitors of the footer's form: fewer at weekends, most of them from a search. */
const listViews = (calendar: Calendar): DemoView[] =>
  Array.from({ length: viewedDays }, (_, daysAgo) => daysAgo).flatMap((daysAgo) => {
    const weekday = calendar.weekday(daysAgo);
    const visitors = weekday === 0 || weekday === 6 ? 6 : 10 + (daysAgo % 4);
    return [
      { source: search, views: visitors },
      { source: social, views: Math.ceil(visitors / 3) },
      { source: directly, views: Math.ceil(visitors / 2) },
    ].map((seen) => ({ at: calendar.at(daysAgo, 0), page: czechShop.url, ...seen }));
  });
