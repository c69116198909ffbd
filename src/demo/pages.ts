import type { TenantDb } from "../db/tenant.ts";
import { insertFooter } from "../features/content/footers/queries.ts";
import { claimSlug, insertLandingPage } from "../features/pages/landing-pages/queries.ts";
import { renderPageBlocks } from "../features/pages/landing-pages/render-blocks.ts";
import { emptyDesign } from "../features/pages/public-page/design.ts";
import { emptyStyledDesign } from "../features/pages/public-page/styled-design.ts";
import { insertSurvey, upsertSurveyResponse } from "../features/pages/surveys/queries.ts";
import { insertUnsubscribePage } from "../features/pages/unsubscribe-pages/queries.ts";
import { surveyAnswered } from "../journal/events.ts";
import { appendEntries } from "../journal/journal.ts";
import { addMs, minutes } from "../kernel/local-time.ts";
import type { WrittenContact } from "./automations/histories.ts";
import type { Calendar } from "./calendar.ts";
import type { Language } from "./person.ts";
import { seededRandom } from "./random.ts";
import { writeContent } from "./templates.ts";
import { footerWords, landingWords, preferenceWords, surveyWords } from "./words/pages.ts";

const createdDaysAgo = 120;
const respondents = 60;
const answerSeed = 3_000_000;

type PagesPlace = {
  readonly shopIds: Readonly<Record<Language, string>>;
  readonly contacts: readonly WrittenContact[];
};

/** A footer, a landing page, pages of preferences in both languages and a survey with answers. */
export async function writePages(db: TenantDb, calendar: Calendar, { shopIds, contacts }: PagesPlace): Promise<void> {
  const at = calendar.at(createdDaysAgo, 13 * 60);
  const footerId = await insertFooter(db, { name: footerWords.name, shopId: shopIds.cs, createdAt: at });
  await writeContent(db, { kind: "footer", id: footerId }, { kind: "html", source: null, html: footerWords.html, at });
  const content = { html: renderPageBlocks(landingWords.blocks), draft: null, version: 1 };
  const page = { ...landingWords, ...content, language: "cs", isPublished: true, publishedAt: at };
  await claimSlug(db, page.slug, await insertLandingPage(db, page, at));
  await writePreferencePages(db, shopIds, at);
  await writeSurvey(db, { at, now: calendar.now, contacts });
}

async function writePreferencePages(db: TenantDb, shopIds: PagesPlace["shopIds"], at: Date): Promise<void> {
  for (const language of ["cs", "sk"] as const) {
    const { name, title, text, reasons } = preferenceWords[language];
    await insertUnsubscribePage(
      db,
      {
        name,
        isActive: true,
        shopId: shopIds[language],
        language,
        title,
        textHtml: text,
        buttonLabel: "",
        thanksTitle: "",
        thanksHtml: "",
        showLists: true,
        askReason: true,
        reasons: [...reasons],
        design: emptyDesign,
      },
      at,
    );
  }
}

const noBlocks = { blocks: null, headHtml: null, draft: null, version: 1 };

type SurveyPlace = Pick<PagesPlace, "contacts"> & { readonly at: Date; readonly now: Date };

/** Answers of some of those who clicked a newsletter, two minutes later. */
async function writeSurvey(db: TenantDb, { at, now, contacts }: SurveyPlace): Promise<void> {
  const { key, name, title, text, submitLabel, thanksTitle, thanksText, questions, wishes } = surveyWords;
  const texts = { title, textHtml: text, submitLabel, thanksTitle, thanksHtml: thanksText };
  const survey = {
    name,
    isActive: true,
    language: "cs",
    ...texts,
    design: emptyStyledDesign,
    ...noBlocks,
    archivedQuestions: [],
  };
  const surveyId = await insertSurvey(db, { ...survey, questions: [...questions] }, { key, createdAt: at });
  const random = seededRandom(answerSeed);
  const options = questions.flatMap((question) => question.options);
  const answered = contacts
    .flatMap(({ contactId, row: { lastClickAt, status, language } }) =>
      lastClickAt !== null && lastClickAt > at && status === "subscribed" && language === "cs"
        ? [{ contactId, at: addMs(lastClickAt, minutes(2)) }]
        : [],
    )
    .filter((response) => response.at < now)
    .slice(0, respondents)
    .toSorted((left, right) => left.at.getTime() - right.at.getTime());
  for (const { contactId, at: respondedAt } of answered) {
    const nps = 10 - Math.floor(random.next() ** 2 * 8);
    const wish = random.chance(0.25) ? { why: random.pick(wishes) } : {};
    const how = random.pick(options).key;
    const answers = { how, stars: Math.ceil(nps / 2), nps, ...wish };
    await upsertSurveyResponse(db, { surveyId, contactId, answers, at: respondedAt });
  }
  await appendEntries(
    db,
    answered.map(({ contactId, at: respondedAt }) =>
      surveyAnswered.entry({ contactId, at: respondedAt, payload: { surveyId, title: name } }),
    ),
  );
}
