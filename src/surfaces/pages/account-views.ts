import { minPasswordLength } from "../../features/members/passwords.ts";
import { html, emptyHtml, toHtmlString, type Html } from "../../kernel/html.ts";
import type { PageLanguage } from "../../kernel/page-language.ts";
import { accountTexts, type FormProblem } from "./account-texts.ts";

export type NameFields = { readonly firstName: string; readonly lastName: string };
export type InvitationOffer = { readonly email: string; readonly companyName: string; readonly hasAccount: boolean };

const mark = html`<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#3550cc" />
  <path d="M9.25 8v17" stroke="#fff" stroke-width="2.5" stroke-linecap="round" />
  <path d="M8 8.6 24.1 6.3a1.25 1.25 0 0 1 1.4 1.24v8.9c0 .62-.45 1.14-1.06 1.23L8 20z" fill="#fff" />
  <path
    d="m10.4 10.2 6.9 4.5 6.2-6.4"
    fill="none"
    stroke="#3550cc"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
</svg>`;

type PageContent = { readonly title: string; readonly content: Html };

export function accountPage(language: PageLanguage, { title, content }: PageContent): string {
  return toHtmlString(
    html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title} · Postrider</title>
          <link rel="stylesheet" href="/pages/style.css" />
        </head>
        <body>
          <main>
            <p class="brand">${mark}Postrider</p>
            <h1>${title}</h1>
            ${content}
          </main>
        </body>
      </html> `,
  );
}

export function invitationPage(
  language: PageLanguage,
  offer: InvitationOffer,
  form: NameFields & { problem?: FormProblem },
): string {
  const text = accountTexts[language];
  const lead = offer.hasAccount ? text.hasAccountLead : text.invitationLead(offer.companyName);
  const names = [
    textField({ name: "firstName", label: text.firstName, value: form.firstName, autocomplete: "given-name" }),
    textField({ name: "lastName", label: text.lastName, value: form.lastName, autocomplete: "family-name" }),
  ];
  const content = html`<p>${lead}</p>
    ${problemNote(language, form.problem)}
    <form method="post">
      ${emailField(language, offer.email)} ${offer.hasAccount ? emptyHtml : names}
      ${offer.hasAccount ? currentPasswordField(language, form.problem) : newPasswordField(language, form.problem)}
      <button type="submit">${text.accept}</button>
    </form>`;
  return accountPage(language, { title: text.invitationTitle(offer.companyName), content });
}

export function resetPage(language: PageLanguage, email: string, problem?: FormProblem): string {
  const text = accountTexts[language];
  const content = html`<p>${text.resetLead}</p>
    ${problemNote(language, problem)}
    <form method="post">
      ${emailField(language, email)} ${newPasswordField(language, problem)}
      <button type="submit">${text.reset}</button>
    </form>`;
  return accountPage(language, { title: text.resetTitle, content });
}

export function acceptedPage(language: PageLanguage, companyName: string): string {
  const text = accountTexts[language];
  return accountPage(language, {
    title: text.acceptedTitle,
    content: signInLink(language, text.acceptedLead(companyName)),
  });
}

export function resetDonePage(language: PageLanguage): string {
  const text = accountTexts[language];
  return accountPage(language, { title: text.resetDoneTitle, content: signInLink(language, text.resetDoneLead) });
}

export type SenderToVerify = { readonly email: string; readonly companyName: string };

export function senderPage(language: PageLanguage, sender: SenderToVerify): string {
  const text = accountTexts[language];
  const content = html`<p>${text.senderLead(sender.email, sender.companyName)}</p>
    <form method="post"><button type="submit">${text.senderConfirm}</button></form>`;
  return accountPage(language, { title: text.senderTitle, content });
}

export function senderDonePage(language: PageLanguage, sender: SenderToVerify): string {
  const text = accountTexts[language];
  const content = html`<p role="status">${text.senderDoneLead(sender.email, sender.companyName)}</p>`;
  return accountPage(language, { title: text.senderDoneTitle, content });
}

export function notFoundPage(language: PageLanguage): string {
  const text = accountTexts[language];
  return accountPage(language, { title: text.goneTitle, content: html`<p>${text.goneLead}</p>` });
}

export function failedPage(language: PageLanguage): string {
  const text = accountTexts[language];
  return accountPage(language, { title: text.failedTitle, content: html`<p>${text.failedLead}</p>` });
}

const signInLink = (language: PageLanguage, lead: string) =>
  html`<p role="status">${lead}</p>
    <p><a class="button" href="/">${accountTexts[language].toSignIn}</a></p>`;

const problemNote = (language: PageLanguage, problem: FormProblem | undefined) =>
  problem === undefined
    ? emptyHtml
    : html`<p class="problem" id="problem" role="alert">${accountTexts[language].problems[problem]}</p>`;

/** Read-only, so that a password manager can match the account. */
const emailField = (language: PageLanguage, email: string) =>
  html`<label for="email">${accountTexts[language].email}</label>
    <input id="email" name="email" type="email" value="${email}" readonly autocomplete="username" />`;

const textField = (field: { name: string; label: string; value: string; autocomplete: string }) =>
  html`<label for="${field.name}">${field.label}</label>
    <input
      id="${field.name}"
      name="${field.name}"
      type="text"
      value="${field.value}"
      required
      maxlength="100"
      autocomplete="${field.autocomplete}"
    /> `;

const currentPasswordField = (language: PageLanguage, problem: FormProblem | undefined) =>
  html`<label for="password">${accountTexts[language].password}</label>
    <input
      id="password"
      name="password"
      type="password"
      required
      maxlength="200"
      autocomplete="current-password"
      ${described([], problem)}
    />`;

const newPasswordField = (language: PageLanguage, problem: FormProblem | undefined) =>
  html`<label for="password">${accountTexts[language].newPassword}</label>
    <input
      id="password"
      name="password"
      type="password"
      required
      minlength="${minPasswordLength}"
      maxlength="200"
      autocomplete="new-password"
      ${described(["hint"], problem)}
    />
    <p class="hint" id="hint">${accountTexts[language].passwordHint(minPasswordLength)}</p>`;

function described(by: readonly string[], problem: FormProblem | undefined): Html {
  const ids = problem === undefined ? by : [...by, "problem"];
  const invalid = problem === "weakPassword" || problem === "wrongPassword" ? html` aria-invalid="true"` : emptyHtml;
  return ids.length === 0 ? invalid : html` aria-describedby="${ids.join(" ")}"${invalid}`;
}
