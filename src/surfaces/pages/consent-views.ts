import type { ConsentRejection, ConsentRequest } from "../../features/oauth/consent.ts";
import type { Scope } from "../../kernel/access.ts";
import { emptyHtml, html, type Html } from "../../kernel/html.ts";
import type { PageLanguage } from "../../kernel/page-language.ts";
import { accountPage } from "./account-views.ts";
import { consentTexts, type ConsentProblem, type ConsentTexts } from "./consent-texts.ts";

type SignInForm = { readonly email: string; readonly problem?: ConsentProblem };

export function signInPage(language: PageLanguage, { clientName }: ConsentRequest, form: SignInForm): string {
  const text = consentTexts[language];
  const content = html`<p>${text.signInLead(clientName)}</p>
    ${problemNote(text, form.problem)}
    <form method="post">
      <label for="email">${text.email}</label>
      <input
        id="email"
        name="email"
        type="email"
        value="${form.email}"
        required
        maxlength="254"
        autocomplete="username"
      />
      <label for="password">${text.password}</label>
      <input id="password" name="password" type="password" required maxlength="200" autocomplete="current-password" />
      <label for="code">${text.code}</label>
      <input
        id="code"
        name="code"
        type="text"
        maxlength="20"
        autocomplete="one-time-code"
        aria-describedby="code-hint"
      />
      <p class="hint" id="code-hint">${text.codeHint}</p>
      <button type="submit">${text.signIn}</button>
    </form>`;
  return accountPage(language, { title: text.signInTitle, content });
}

export type CompanyChoice = {
  readonly tenant: string;
  readonly name: string;
  readonly refusal: ConsentRejection | undefined;
};

export type ConsentForm = {
  readonly email: string;
  readonly companies: readonly CompanyChoice[];
  readonly canGiveFull: boolean;
  readonly proposed: Scope;
  readonly csrf: string;
  readonly problem: ConsentProblem | undefined;
};

export function consentPage(language: PageLanguage, request: ConsentRequest, form: ConsentForm): string {
  const text = consentTexts[language];
  const canAllow = form.companies.some(({ refusal }) => refusal === undefined);
  const content = html`${targetNote(text, request)}
    <p>${text.signedInAs} <strong>${form.email}</strong></p>
    ${problemNote(text, form.problem)}
    ${form.companies.length > 0 ? emptyHtml : html`<p class="warning">${text.noCompany}</p>`}
    <form method="post">
      <input type="hidden" name="csrf" value="${form.csrf}" />
      ${companyChoices(text, form.companies)} ${canAllow ? scopeChoices(text, form) : emptyHtml}
      <p class="actions">
        ${canAllow ? html`<button type="submit" name="allow" value="allow">${text.allow}</button>` : emptyHtml}
        <button type="submit" name="deny" value="deny" class="quiet" formnovalidate>${text.deny}</button>
      </p>
    </form>
    <p class="note">${text.note}</p>`;
  return accountPage(language, { title: text.title(request.clientName), content });
}

/** For a request that must not be redirected to its client. */
export function rejectedPage(language: PageLanguage): string {
  const text = consentTexts[language];
  return accountPage(language, { title: text.refusedTitle, content: html`<p>${text.refusedLead}</p>` });
}

function targetNote(text: ConsentTexts, { target }: ConsentRequest): Html {
  if (!target.isLocal) return html`<p>${text.target} <strong>${target.name}</strong></p>`;
  return html`<p class="warning">${text.localTarget} <strong>${target.name}</strong>. ${text.localWarning}</p>`;
}

/** Preselected only when there is no choice: a person with several companies chooses one deliberately. */
function companyChoices(text: ConsentTexts, companies: readonly CompanyChoice[]): Html {
  if (companies.length === 0) return emptyHtml;
  return html`<fieldset>
    <legend>${text.company}</legend>
    ${companies.map(({ tenant, name, refusal }) =>
      choice({
        field: "company",
        value: tenant,
        label: name,
        hint: refusal === undefined ? "" : text.refusals[refusal],
        state: refusal !== undefined ? "disabled" : companies.length === 1 ? "checked" : "open",
      }),
    )}
  </fieldset>`;
}

function scopeChoices(text: ConsentTexts, { canGiveFull, proposed }: ConsentForm): Html {
  const toState = (scope: Scope) => (scope === proposed ? "checked" : "open");
  const read = { field: "scope", value: "read", label: text.read, hint: text.readHint };
  const full = { field: "scope", value: "full", label: text.full, hint: text.fullHint };
  return html`<fieldset>
    <legend>${text.scope}</legend>
    ${choice({ ...read, state: toState("read") })}
    ${canGiveFull ? choice({ ...full, state: toState("full") }) : emptyHtml}
  </fieldset>`;
}

type Choice = {
  readonly field: string;
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  readonly state: "open" | "checked" | "disabled";
};

const stateAttributes = { open: html`required`, checked: html`required checked`, disabled: html`disabled` } as const;

const choice = ({ field, value, label, hint, state }: Choice): Html =>
  html`<label class="choice">
    <input type="radio" name="${field}" value="${value}" ${stateAttributes[state]} />
    <span>${label}${hint === "" ? emptyHtml : html`<small>${hint}</small>`}</span>
  </label>`;

const problemNote = (text: ConsentTexts, problem: ConsentProblem | undefined): Html =>
  problem === undefined ? emptyHtml : html`<p class="problem" role="alert">${text.problems[problem]}</p>`;
