import { cleanMarkup, html, nothing, type Html } from "../../../kernel/html.ts";
import type { PageLanguage } from "../../../kernel/page-language.ts";
import type { PageDesign } from "../public-page/design.ts";
import { note, publicPage } from "../public-page/layout.ts";
import { fieldOf, maxAnswerLength, type FormValues, type Problem } from "./answers.ts";
import { gradesOf } from "./questions.ts";
import type { SurveyRecord } from "./queries.ts";
import type { SurveyQuestion } from "./shapes.ts";
import { surveyTexts } from "./texts.ts";

export type SurveySheet = Omit<SurveyRecord, "design"> & {
  readonly senderName: string;
  readonly design: PageDesign;
  /** The language of our own words on the page. */
  readonly words: PageLanguage;
};

/** A field that people do not see and machines fill in. */
export const trapField = "website";

export type Form = {
  readonly values: FormValues;
  readonly problems: ReadonlyMap<string, Problem>;
  readonly isRefused?: boolean;
};

export function surveyPage(survey: SurveySheet, form: Form): string {
  const text = surveyTexts[survey.words];
  const alert = form.isRefused === true ? text.tooMany : form.problems.size > 0 ? text.problem : undefined;
  return sheet(
    survey,
    survey.title,
    html`${alert === undefined ? nothing : note("problem", alert)} ${cleanMarkup(survey.textHtml)}
      <form method="post" novalidate>
        ${survey.questions.map((question) => questionField(question, survey.words, form))}
        <div class="trap" aria-hidden="true">
          <label for="${trapField}">${text.trap}</label>
          <input id="${trapField}" name="${trapField}" type="text" tabindex="-1" autocomplete="off" />
        </div>
        <button type="submit">${survey.submitLabel || text.submit}</button>
      </form>`,
  );
}

export function surveyThanksPage(survey: SurveySheet): string {
  const text = surveyTexts[survey.words];
  const lead = survey.thanksHtml === "" ? html`<p>${text.thanksLead}</p>` : cleanMarkup(survey.thanksHtml);
  return sheet(survey, survey.thanksTitle || text.thanksTitle, html`<div role="status">${lead}</div>`);
}

export function closedSurveyPage(survey: SurveySheet): string {
  const text = surveyTexts[survey.words];
  return sheet(survey, text.closedTitle, html`<p>${text.closedLead}</p>`);
}

function sheet({ language, senderName, design }: SurveySheet, title: string, content: Html): string {
  return publicPage({ language, title, sender: senderName, design, content });
}

function questionField(question: SurveyQuestion, words: PageLanguage, form: Form): Html {
  const name = fieldOf(question);
  const values = form.values(name);
  const problem = form.problems.get(question.key);
  const text = surveyTexts[words];
  const mark = question.required ? html` <span class="required">(${text.required})</span>` : nothing;
  const told =
    problem === undefined ? nothing : html`<p class="problem" id="${name}-problem">${text.problems[problem]}</p>`;
  const described = problem === undefined ? nothing : html`aria-describedby="${name}-problem" aria-invalid="true"`;
  if (question.type === "text") {
    return html`<fieldset>
      <label class="label" for="${name}">${question.label}${mark}</label>
      ${told}
      <textarea id="${name}" name="${name}" maxlength="${maxAnswerLength}" ${required(question)} ${described}>
${values[0] ?? ""}</textarea>
    </fieldset>`;
  }
  return html`<fieldset ${described}>
    <legend>${question.label}${mark}</legend>
    ${told} ${gradesOf(question).length > 0 ? scale(question, words, values) : choices(question, values)}
  </fieldset>`;
}

const required = (question: SurveyQuestion) => (question.required ? html`required` : nothing);
const checked = (isChecked: boolean) => (isChecked ? html`checked` : nothing);

function choices(question: SurveyQuestion, values: readonly string[]): Html {
  const type = question.type === "multiple" ? "checkbox" : "radio";
  // A box of several cannot be required by itself.
  const need = type === "radio" ? required(question) : nothing;
  return html`${question.options.map(
    ({ key, label }) =>
      html`<label class="choice">
        <input type="${type}" name="${fieldOf(question)}" value="${key}" ${checked(values.includes(key))} ${need} />
        <span>${label}</span>
      </label>`,
  )}`;
}

function scale(question: SurveyQuestion, words: PageLanguage, values: readonly string[]): Html {
  const text = surveyTexts[words];
  const [low, high] = question.type === "nps" ? [text.unlikely, text.likely] : [text.worst, text.best];
  return html`<div class="scale">
      ${gradesOf(question).map(
        (grade) =>
          html`<label>
            <input
              type="radio"
              name="${fieldOf(question)}"
              value="${grade}"
              ${checked(values.includes(String(grade)))}
              ${required(question)}
            />
            <span>${grade}</span>
          </label>`,
      )}
    </div>
    <p class="ends"><span>${low}</span><span>${high}</span></p>`;
}
