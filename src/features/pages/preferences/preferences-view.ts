import { trustedHtml, html, emptyHtml, type Html } from "../../../kernel/html.ts";
import type { PageLanguage } from "../../../kernel/page-language.ts";
import type { PageDesign } from "../public-page/design.ts";
import { notice, renderPublicPage, type PublicPageContent } from "../public-page/layout.ts";
import type { UnsubscribePageWrite } from "../unsubscribe-pages/queries.ts";
import type { ShownList } from "./queries.ts";
import { preferenceTexts } from "./preferences-texts.ts";

/** All data shown on the page; the address is masked. */
export type Preferences = {
  readonly language: PageLanguage;
  readonly senderName: string;
  readonly imprint: string;
  /** What the link that led here was about; the other follows. */
  readonly beginsWith: "unsubscribing" | "choices";
  readonly address: string;
  readonly design: PageDesign;
  readonly isSuppressed: boolean;
  readonly lists: readonly ShownList[];
  readonly page: UnsubscribePageWrite | undefined;
};

export type SaveOutcome = "saved" | "unreadable";

export const maxReasonLength = 500;

/**
 * A contact who came to unsubscribe finds that button first, one who came to choose finds the lists first. Rendered by the
 * feature and not by its surface: the operation `previewUnsubscribePage` returns this HTML.
 */
export function preferencesPage(preferences: Preferences, outcome?: SaveOutcome): string {
  const { language, isSuppressed, page, lists } = preferences;
  if (isSuppressed) return suppressedPage(preferences);
  const text = preferenceTexts[language];
  const hasLists = (page?.showLists ?? true) && lists.length > 0;
  const isChoiceFirst = hasLists && preferences.beginsWith === "choices";
  const title = isChoiceFirst || outcome !== undefined ? text.title : text.leaveTitle;
  return renderPage(preferences, {
    title: page?.title || title,
    content: html`${outcome === undefined ? emptyHtml : notice(outcome === "saved" ? "done" : "problem", text[outcome])}
    ${isChoiceFirst ? choicesFirst(preferences) : unsubscribingFirst(preferences, hasLists)}`,
  });
}

function choicesFirst(preferences: Preferences): Html {
  const text = preferenceTexts[preferences.language];
  const lead = text.lead(preferences.senderName, preferences.address);
  return html`${companyText(preferences.page?.textHtml, lead)} ${listForm(preferences, emptyHtml)}
    <hr />
    <h2>${text.allTitle}</h2>
    ${unsubscribeForm(preferences, html`class="quiet danger"`)}`;
}

function unsubscribingFirst(preferences: Preferences, hasLists: boolean): Html {
  const text = preferenceTexts[preferences.language];
  const lead = text.leaveLead(preferences.address);
  const choices = html`<hr />
    <h2>${text.choiceTitle}</h2>
    <p>${text.lead(preferences.senderName, preferences.address)}</p>
    ${listForm(preferences, html`class="quiet"`)}`;
  return html`${companyText(preferences.page?.textHtml, lead)} ${unsubscribeForm(preferences, emptyHtml)}
  ${hasLists ? choices : emptyHtml}`;
}

export function thanksPage(preferences: Preferences): string {
  const { language, page, senderName, address } = preferences;
  const text = preferenceTexts[language];
  const lead = companyText(page?.thanksHtml, text.thanksLead(senderName, address));
  return renderPage(preferences, {
    title: page?.thanksTitle || text.thanksTitle,
    outcome: "done",
    content: html`<div role="status">${lead}</div>`,
  });
}

function suppressedPage(preferences: Preferences): string {
  const text = preferenceTexts[preferences.language];
  const lead = text.suppressedLead(preferences.senderName, preferences.address);
  return renderPage(preferences, { title: text.suppressedTitle, content: html`<p>${lead}</p>` });
}

const renderPage = (
  { language, page, senderName, imprint, design }: Preferences,
  shown: Pick<PublicPageContent, "title" | "content" | "outcome">,
): string => renderPublicPage({ language: page?.language ?? language, sender: senderName, imprint, design, ...shown });

/** The company's text if set; sanitized when it was saved. */
const companyText = (written: string | undefined, ours: string): Html =>
  written === undefined || written === "" ? html`<p>${ours}</p>` : trustedHtml(written);

/** `shown` contains the lists that were displayed: a list added later must not be left because its box was missing. */
function listForm({ language, lists }: Preferences, buttonAttributes: Html): Html {
  const text = preferenceTexts[language];
  const hint = (list: ShownList) => (list.state === "unconfirmed" ? html`<small>${text.waiting}</small>` : emptyHtml);
  const box = (list: ShownList) =>
    html` <label class="choice">
      <input
        type="checkbox"
        name="list"
        value="${list.id}"
        ${list.state === "unsubscribed" ? emptyHtml : html`checked`}
      />
      <span>${list.name}${list.state === "unsubscribed" ? html`<small>${text.left}</small>` : hint(list)}</span>
    </label>`;
  return html`<form method="post">
    <input type="hidden" name="shown" value="${lists.map(({ id }) => id).join(" ")}" />
    <fieldset class="list">
      <legend>${text.lists}</legend>
      ${lists.map(box)}
    </fieldset>
    <button ${buttonAttributes} type="submit" name="action" value="save">${text.save}</button>
  </form>`;
}

function unsubscribeForm({ language, page, senderName }: Preferences, buttonAttributes: Html): Html {
  const text = preferenceTexts[language];
  return html`<form method="post">
    <p>${text.allLead(senderName)}</p>
    ${page?.askReason === true ? reasonFields(language, page.reasons) : emptyHtml}
    <button ${buttonAttributes} type="submit" name="action" value="all">${page?.buttonLabel || text.all}</button>
  </form>`;
}

function reasonFields(language: PageLanguage, own: readonly string[]): Html {
  const text = preferenceTexts[language];
  const reasons = own.length === 0 ? text.reasons : own;
  return html`<fieldset>
    <legend>${text.reasonTitle}</legend>
    ${reasons.map(
      (reason) =>
        html`<label class="choice">
          <input type="radio" name="reason" value="${reason}" />
          <span>${reason}</span>
        </label>`,
    )}
    <label class="label" for="other">${text.otherReason}</label>
    <input id="other" name="other" type="text" maxlength="${maxReasonLength}" autocomplete="off" />
  </fieldset>`;
}
