import { trustedHtml, html, emptyHtml, type Html } from "../../../kernel/html.ts";
import type { PageLanguage } from "../../../kernel/page-language.ts";
import { notice, renderPublicPage, type PublicPageContent } from "../public-page/layout.ts";
import { fieldName, maxAnswerLength, type FormValues, type AnswerProblem } from "./answers.ts";
import { listRatings } from "./questions.ts";
import type { SurveyQuestion } from "./shapes.ts";
import type { SurveyView } from "./submit-answers.ts";
import { surveyTexts } from "./survey-texts.ts";

/** Invisible to people; bots fill it in. */
export const honeypotField = "website";

export type SurveyForm = {
  readonly values: FormValues;
  readonly problems: ReadonlyMap<string, AnswerProblem>;
  readonly isRateLimited?: boolean;
};

export function surveyPage(survey: SurveyView, form: SurveyForm): string {
  const text = surveyTexts[survey.uiLanguage];
  const alert = form.isRateLimited === true ? text.tooMany : form.problems.size > 0 ? text.problem : undefined;
  return renderPage(survey, {
    title: survey.title,
    head: survey.head?.html,
    content: html`${alert === undefined ? emptyHtml : notice("problem", alert)}
      ${survey.head === undefined ? trustedHtml(survey.textHtml) : emptyHtml}
      <form method="post" novalidate>
        ${survey.questions.map((question) => questionField(question, survey.uiLanguage, form))}
        <div class="trap" aria-hidden="true">
          <label for="${honeypotField}">${text.honeypot}</label>
          <input id="${honeypotField}" name="${honeypotField}" type="text" tabindex="-1" autocomplete="off" />
        </div>
        <button type="submit">${survey.submitLabel || text.submit}</button>
      </form>`,
  });
}

export function surveyThanksPage(survey: SurveyView): string {
  const text = surveyTexts[survey.uiLanguage];
  const lead = survey.thanksHtml === "" ? html`<p>${text.thanksLead}</p>` : trustedHtml(survey.thanksHtml);
  return renderPage(survey, {
    title: survey.thanksTitle || text.thanksTitle,
    outcome: "done",
    content: html`<div role="status">${lead}</div>`,
  });
}

export function closedSurveyPage(survey: SurveyView): string {
  const text = surveyTexts[survey.uiLanguage];
  return renderPage(survey, { title: text.closedTitle, content: html`<p>${text.closedLead}</p>` });
}

const renderPage = (
  { language, senderName, imprint, design }: SurveyView,
  parts: Pick<PublicPageContent, "title" | "content" | "outcome" | "head">,
): string => renderPublicPage({ language, sender: senderName, imprint, design, ...parts });

function questionField(question: SurveyQuestion, uiLanguage: PageLanguage, form: SurveyForm): Html {
  const name = fieldName(question);
  const values = form.values(name);
  const problem = form.problems.get(question.key);
  const text = surveyTexts[uiLanguage];
  const mark = question.required ? html` <span class="required">(${text.required})</span>` : emptyHtml;
  const problemText =
    problem === undefined ? emptyHtml : html`<p class="problem" id="${name}-problem">${text.problems[problem]}</p>`;
  const described = problem === undefined ? emptyHtml : html`aria-describedby="${name}-problem" aria-invalid="true"`;
  if (question.type === "text") {
    return html`<fieldset>
      <label class="label" for="${name}">${question.label}${mark}</label>
      ${problemText}
      <textarea id="${name}" name="${name}" maxlength="${maxAnswerLength}" ${required(question)} ${described}>
${values[0] ?? ""}</textarea>
    </fieldset>`;
  }
  return html`<fieldset ${described}>
    <legend>${question.label}${mark}</legend>
    ${problemText} ${listRatings(question).length > 0 ? scale(question, uiLanguage, values) : choices(question, values)}
  </fieldset>`;
}

const required = (question: SurveyQuestion) => (question.required ? html`required` : emptyHtml);
const checked = (isChecked: boolean) => (isChecked ? html`checked` : emptyHtml);

function choices(question: SurveyQuestion, values: readonly string[]): Html {
  const type = question.type === "multiple" ? "checkbox" : "radio";
  // A single checkbox of a group cannot be required.
  const need = type === "radio" ? required(question) : emptyHtml;
  return html`${question.options.map(
    ({ key, label }) =>
      html`<label class="choice">
        <input type="${type}" name="${fieldName(question)}" value="${key}" ${checked(values.includes(key))} ${need} />
        <span>${label}</span>
      </label>`,
  )}`;
}

function scale(question: SurveyQuestion, uiLanguage: PageLanguage, values: readonly string[]): Html {
  const text = surveyTexts[uiLanguage];
  const [low, high] = question.type === "nps" ? [text.unlikely, text.likely] : [text.worst, text.best];
  return html`<div class="scale">
      ${listRatings(question).map(
        (rating) =>
          html`<label>
            <input
              type="radio"
              name="${fieldName(question)}"
              value="${rating}"
              ${checked(values.includes(String(rating)))}
              ${required(question)}
            />
            <span>${rating}</span>
          </label>`,
      )}
    </div>
    <p class="ends"><span>${low}</span><span>${high}</span></p>`;
}
