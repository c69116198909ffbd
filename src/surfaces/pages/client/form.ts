/// <reference lib="dom" />

// A sign-up form in a page of another web site: inline, as a pop-up or as a slide-in. It sets no cookie and loads
// nothing from others.

import { isPageChosen, runWhenTriggered, type PopupRules } from "./popup-rules.ts";

/** Text, or an element with its attributes and children. */
type Content = string | readonly [string, Readonly<Record<string, string>>, ...Content[]];

type FormConfig = {
  readonly key: string;
  readonly url: string;
  readonly kind: "classic" | "popup" | "slide";
  readonly language: string;
  readonly popup: PopupRules & { readonly position: "left" | "right"; readonly requireConsent: boolean };
  readonly css: string;
  readonly texts: Readonly<Record<"problem" | "changed" | "tooMany" | "failed" | "close", string>>;
  readonly content: readonly Content[];
};

/** Written before the script by the server. */
declare const FORM: FormConfig;

const ownScript = document.currentScript;
const { key, kind, texts, url } = FORM;
const isInline = kind === "classic";
const storageName = `postrider.form.${key}`;

const host = document.createElement("div");
const root = host.attachShadow({ mode: "open" });
const frame = element(isInline ? "section" : "dialog", {
  class: `pr ${isInline ? "inline" : kind} ${FORM.popup.position}`,
  lang: FORM.language,
  "aria-labelledby": "title",
  ...(isInline ? {} : { role: "dialog", tabindex: "-1" }),
});
const content = element("div", {});
/** Exists before its text does, so that screen readers announce it. */
const status = element("div", { role: "status", tabindex: "-1" });

function element(tag: string, attributes: Readonly<Record<string, string>>, text = ""): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(text);
  return made;
}

function build(part: Content): Node {
  if (typeof part === "string") return document.createTextNode(part);
  const [tag, attributes, ...children] = part;
  const made = element(tag, attributes);
  made.append(...children.map(build));
  return made;
}

/** Shows the form, with what was typed before. */
function show(parts: readonly Content[], typed = new Map<string, string>()): HTMLFormElement | null {
  content.replaceChildren(...parts.map(build));
  const form = content.querySelector("form");
  const query = new URLSearchParams(location.search);
  for (const control of content.querySelectorAll<HTMLInputElement>("[name]")) {
    const { name, type } = control;
    // A hidden field without a text of its own takes the parameter of the page.
    if (type === "hidden") control.value ||= query.get(name) ?? "";
    else if (type === "checkbox") control.checked ||= typed.has(name);
    else if (name !== "captcha" && typed.has(name)) control.value = typed.get(name) ?? "";
  }
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(form);
  });
  return form;
}

function removeProblems(): void {
  for (const old of root.querySelectorAll(".problem")) old.remove();
  for (const control of root.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
}

/** Removes the errors of the last attempt and shows these. */
function showProblems(form: HTMLFormElement, text: string, fields: Readonly<Record<string, unknown>> = {}): void {
  removeProblems();
  form.before(element("p", { class: "problem alert", role: "alert" }, text));
  let first: HTMLElement | undefined;
  for (const control of root.querySelectorAll<HTMLInputElement>("[name]")) {
    const problem = fields[control.name];
    if (typeof problem !== "string") continue;
    const id = `${control.id}-problem`;
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", id);
    (control.closest(".choice") ?? control).before(element("p", { class: "problem", id }, problem));
    first ??= control;
  }
  first?.focus();
}

/** Where the form is shown, and what led there. */
const origin = () => new URLSearchParams({ _page: location.href.split("#")[0] ?? "", _referrer: document.referrer });

/** Counts that the form is in sight, without telling whose. */
function countView(): void {
  navigator.sendBeacon?.(`${url}/view`, origin());
}

function countViewWhenSeen(): void {
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    countView();
  });
  seen.observe(host);
}

async function submit(form: HTMLFormElement): Promise<void> {
  if (form.hasAttribute("aria-busy")) return;
  const typed = new Map<string, string>();
  new FormData(form).forEach((value, name) => {
    if (typeof value === "string") typed.set(name, value);
  });
  const sent = new URLSearchParams([...typed]);
  for (const [name, value] of origin()) sent.set(name, value);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(url, {
      method: "POST",
      credentials: "omit",
      headers: { Accept: "application/json" },
      body: sent,
    });
    showAnswer(form, Object(await answer.json()), typed);
  } catch {
    showProblems(form, texts.failed);
  }
  form.removeAttribute("aria-busy");
}

type Answer = {
  readonly status?: string;
  readonly message?: string;
  readonly redirectUrl?: string | null;
  readonly error?: { readonly code: string; readonly message: string; readonly params: Record<string, unknown> };
};

function showAnswer(form: HTMLFormElement, answer: Answer, typed: Map<string, string>): void {
  const { error } = answer;
  if (error === undefined) {
    remember("done");
    if (answer.redirectUrl) location.assign(answer.redirectUrl);
    removeProblems();
    form.remove();
    status.textContent = answer.message ?? "";
    status.focus();
    return;
  }
  const { content: parts, fields } = error.params;
  // A new sum, or the form as it is now.
  const shown = isContent(parts) ? show(parts, typed) : form;
  const text = error.code === "rate_limited" ? texts.tooMany : error.message === "version" ? texts.changed : "";
  if (shown !== null) showProblems(shown, text || (fields ? texts.problem : texts.failed), Object(fields));
}

const isContent = (value: unknown): value is readonly Content[] => Array.isArray(value);

/** Consent that the page told: to the site script, which also remembers it, or to the list of calls before it. */
function hasConsent(): boolean {
  const site: unknown = Object(window).postrider;
  const answer: unknown = Array.isArray(site)
    ? site.filter((call) => Object(call)[0] === "consent").pop()?.[1]
    : Object(site).hasConsent?.(FORM.popup.requireConsent || undefined);
  return typeof answer === "boolean" ? answer : !FORM.popup.requireConsent || stored("postrider.consent") === "1";
}

/** Storage may be blocked; the pop-up is then shown in every page. */
function stored(name: string, value?: string): string | null {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function remember(value: string): void {
  if (!isInline && hasConsent()) stored(storageName, value);
}

function isDue(): boolean {
  const last = stored(storageName);
  return last !== "done" && Date.now() - Number(last) >= FORM.popup.repeatDays * 86_400_000;
}

function open(dialog: HTMLDialogElement): void {
  const before = document.activeElement;
  const close = element("button", { type: "button", class: "close", "aria-label": texts.close }, "×");
  dialog.prepend(close);
  document.body.append(host);
  close.addEventListener("click", () => dialog.close());
  // The content fills the dialog: what is outside of it is the backdrop.
  dialog.addEventListener("click", ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isOutside = clientX < left || clientX > right || clientY < top || clientY > bottom;
    if (kind === "popup" && target === dialog && isOutside) dialog.close();
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") dialog.close();
    if (event.key === "Tab" && kind === "popup") keepFocus(event);
  };
  document.addEventListener("keydown", onKey);
  dialog.addEventListener("close", () => {
    document.removeEventListener("keydown", onKey);
    host.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  if (kind === "slide") dialog.setAttribute("open", "");
  else {
    dialog.setAttribute("aria-modal", "true");
    dialog.showModal();
    // Not a field: a person who is typing in the page would continue in the form.
    dialog.focus();
  }
  remember(String(Date.now()));
  countView();
}

/** Tab moves from the last control to the first and back. */
function keepFocus(event: KeyboardEvent): void {
  const all = [
    ...root.querySelectorAll<HTMLElement>(
      "a[href],button,select,textarea,input:not([type=hidden]):not([tabindex]),[role=status]:focus",
    ),
  ];
  const [first, last] = [all[0], all[all.length - 1]];
  const from = event.shiftKey ? first : last;
  const isAtEdge = root.activeElement === from || (event.shiftKey && root.activeElement === frame);
  if (!isAtEdge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** A constructed style sheet is allowed by every policy; older browsers need the nonce of this script. */
function addStyle(): void {
  if ("adoptedStyleSheets" in document) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(FORM.css);
    root.adoptedStyleSheets = [sheet];
    return;
  }
  const style = element("style", {}, FORM.css);
  style.nonce = ownScript?.nonce ?? "";
  root.append(style);
}

function start(): void {
  addStyle();
  host.dataset["postrider"] = key;
  show(FORM.content);
  frame.append(content, status);
  root.append(frame);
  if (frame instanceof HTMLDialogElement) {
    runWhenTriggered(FORM.popup, () => open(frame));
    return;
  }
  if (ownScript === null || document.head.contains(ownScript)) document.body.append(host);
  else ownScript.after(host);
  countViewWhenSeen();
}

// A page that has the pop-up twice shows it once.
const shownForms: Record<string, boolean> = (Object(window).postriderForms ??= {});
if (isInline || (!shownForms[key] && isPageChosen(FORM.popup) && isDue())) {
  shownForms[key] = true;
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
}
