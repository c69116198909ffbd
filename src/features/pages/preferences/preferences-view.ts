import { trustedHtml, html, emptyHtml, type Html } from "../../../kernel/html.ts";
import type { PageLanguage } from "../../../kernel/page-language.ts";
import type { PageDesign } from "../public-page/design.ts";
import { notice, renderPublicPage } from "../public-page/layout.ts";
import type { UnsubscribePageWrite } from "../unsubscribe-pages/queries.ts";
import type { ShownList } from "./queries.ts";
import { preferenceTexts } from "./preferences-texts.ts";

/** All data shown on the page; the address is masked. */
export type Preferences = {
  readonly language: PageLanguage;
  readonly senderName: string;
  readonly address: string;
  readonly design: PageDesign;
  readonly isSuppressed: boolean;
  readonly lists: readonly ShownList[];
  readonly page: UnsubscribePageWrite | undefined;
};

export type SaveOutcome = "saved" | "unreadable";

export const maxReasonLength = 500;

/**
 * The first button unsubscribes from everything; the choice of lists follows. Rendered by the feature and not by its
 * surface: the operation `previewUnsubscribePage` returns this HTML.
 */
export function preferencesPage(preferences: Preferences, outcome?: SaveOutcome): string {
  const { language, isSuppressed } = preferences;
  if (isSuppressed) return suppressedPage(preferences);
  const { page, lists } = preferences;
  const text = preferenceTexts[language];
  const lead = text.lead(preferences.senderName, preferences.address);
  const hasLists = (page?.showLists ?? true) && lists.length > 0;
  return renderPage(
    preferences,
    page?.title || text.title,
    html`${outcome === undefined ? emptyHtml : notice(outcome === "saved" ? "done" : "problem", text[outcome])}
    ${hasLists && !page?.textHtml ? emptyHtml : companyText(page?.textHtml, lead)}
    ${unsubscribeForm(preferences, hasLists)}
    ${
      hasLists
        ? html`<hr />
            <p>${lead}</p>
            ${listForm(preferences)}`
        : emptyHtml
    }`,
  );
}

export function thanksPage(preferences: Preferences): string {
  const { language, page, senderName, address } = preferences;
  const text = preferenceTexts[language];
  const lead = companyText(page?.thanksHtml, text.thanksLead(senderName, address));
  return renderPage(preferences, page?.thanksTitle || text.thanksTitle, html`<div role="status">${lead}</div>`);
}

function suppressedPage(preferences: Preferences): string {
  const text = preferenceTexts[preferences.language];
  const lead = text.suppressedLead(preferences.senderName, preferences.address);
  return renderPage(preferences, text.suppressedTitle, html`<p>${lead}</p>`);
}

function renderPage({ language, page, senderName, design }: Preferences, title: string, content: Html): string {
  return renderPublicPage({ language: page?.language ?? language, title, sender: senderName, design, content });
}

/** The company's text if set; sanitized when it was saved. */
const companyText = (written: string | undefined, ours: string): Html =>
  written === undefined || written === "" ? html`<p>${ours}</p>` : trustedHtml(written);

/** `shown` contains the lists that were displayed: a list added later must not be left because its box was missing. */
function listForm({ language, lists }: Preferences): Html {
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
    <fieldset>
      <legend>${text.lists}</legend>
      ${lists.map(box)}
    </fieldset>
    <button class="quiet" type="submit" name="action" value="save">${text.save}</button>
  </form>`;
}

function unsubscribeForm({ language, page, senderName }: Preferences, hasLists: boolean): Html {
  const text = preferenceTexts[language];
  return html`<form method="post">
    ${hasLists ? html`<h2>${text.allTitle}</h2>` : emptyHtml}
    <p>${text.allLead(senderName)}</p>
    ${page?.askReason === true ? reasonFields(language, page.reasons) : emptyHtml}
    <button type="submit" name="action" value="all">${page?.buttonLabel || text.all}</button>
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
