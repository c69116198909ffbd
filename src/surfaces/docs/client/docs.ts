/// <reference lib="dom" />

// Progressive enhancement: filter, copy buttons and requests from the page. Reading works without it.

const storagePrefix = "postrider-docs-";
const shownHeaders = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "X-Request-Id"];

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const all = <Kind extends Element>(kind: new () => Kind, selector: string, root: ParentNode = document): Kind[] =>
  [...root.querySelectorAll(selector)].filter((found): found is Kind => found instanceof kind);

function make(tag: string, className: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function setUpFilter(): void {
  const box = document.querySelector("[data-filter]");
  const input = box?.querySelector("input");
  const outcome = box?.querySelector("p");
  if (!(box instanceof HTMLElement) || !input || !outcome) return;
  box.hidden = false;
  const groups = all(HTMLDetailsElement, "[data-group]");
  const openAtFirst = new Set(groups.filter((group) => group.open));
  const matches = () => all(HTMLLIElement, "[data-search]").filter((entry) => !entry.hidden);

  const narrow = () => {
    const words = fold(input.value)
      .split(/\s+/)
      .filter((word) => word !== "");
    for (const group of groups) {
      const entries = all(HTMLLIElement, "[data-search]", group);
      for (const entry of entries) {
        const text = fold(entry.dataset["search"] ?? "");
        entry.hidden = !words.every((word) => text.includes(word));
      }
      group.hidden = entries.every((entry) => entry.hidden);
      group.open = words.length > 0 ? !group.hidden : openAtFirst.has(group);
    }
    const count = matches().length;
    outcome.textContent = words.length === 0 ? "" : `${count} ${count === 1 ? "operation" : "operations"}`;
  };

  input.addEventListener("input", narrow);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && input.value.trim() !== "") matches()[0]?.querySelector("a")?.click();
    if (event.key === "Escape") {
      input.value = "";
      narrow();
    }
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select") !== null;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

/** On a small screen the popover would cover the target. */
function setUpNavigation(): void {
  const navigation = document.getElementById("navigation");
  if (navigation === null) return;
  navigation.addEventListener("click", (event) => {
    const isLink = event.target instanceof Element && event.target.closest("a") !== null;
    if (isLink && navigation.matches(":popover-open")) navigation.hidePopover();
  });
  const linkTo = new Map(all(HTMLAnchorElement, "a[href*='#']", navigation).map((link) => [link.href, link]));
  let current: HTMLAnchorElement | undefined;
  const watcher = new IntersectionObserver(
    (entries) => {
      const entered = entries.find((entry) => entry.isIntersecting);
      const link = entered && linkTo.get(new URL(`#${entered.target.id}`, location.href).href);
      if (link === undefined) return;
      current?.removeAttribute("aria-current");
      link.setAttribute("aria-current", "location");
      current = link;
      // Only the navigation may scroll, never the page.
      const offset = link.getBoundingClientRect().top - navigation.getBoundingClientRect().top;
      if (offset < 60 || offset > navigation.clientHeight - 60) {
        navigation.scrollTop += offset - navigation.clientHeight / 3;
      }
    },
    { rootMargin: "-15% 0px -75% 0px" },
  );
  for (const target of all(HTMLElement, "main [id].card")) watcher.observe(target);
}

function setUpCopyButtons(): void {
  for (const button of all(HTMLButtonElement, "[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => void copyFrom(button));
  }
}

async function copyFrom(button: HTMLButtonElement): Promise<void> {
  const code = button.closest("figure")?.querySelector("code");
  if (!code) return;
  const isCopied = await copy(code.textContent).catch(() => false);
  if (!isCopied) getSelection()?.selectAllChildren(code);
  button.textContent = isCopied ? "Copied" : "Press Ctrl+C";
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

/** The clipboard is unavailable without https. */
async function copy(text: string): Promise<boolean> {
  if (!isSecureContext) return false;
  await navigator.clipboard.writeText(text);
  return true;
}

function setUpForms(): void {
  const kept = all(HTMLInputElement, "input[data-keep]");
  for (const input of kept) {
    input.value = sessionStorage.getItem(storagePrefix + input.name) ?? "";
    input.addEventListener("input", () => {
      sessionStorage.setItem(storagePrefix + input.name, input.value);
      for (const other of kept) if (other.name === input.name) other.value = input.value;
    });
  }
  for (const panel of all(HTMLDetailsElement, "[data-try]")) {
    panel.hidden = false;
    const form = panel.querySelector("form");
    if (form === null) continue;
    for (const server of all(HTMLInputElement, "input[name=server]", form)) server.value = location.origin;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void sendFrom(form);
    });
  }
}

async function sendFrom(form: HTMLFormElement): Promise<void> {
  const outcome = form.querySelector(".outcome");
  const button = form.querySelector("button");
  if (outcome === null || button === null || button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  outcome.replaceChildren(make("p", "hint", "Waiting for the response…"));
  try {
    const fields = new FormData(form);
    const startedAt = performance.now();
    const answer = await fetch(addressIn(form, fields), await requestIn(form, fields));
    const text = await answer.text();
    outcome.replaceChildren(...describe(answer, text, Math.round(performance.now() - startedAt)));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? `The body is not JSON: ${error.message}` : `Not sent: ${String(error)}`;
    outcome.replaceChildren(make("p", "failure", reason));
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

function textIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value.trim() : "";
}

function addressIn(form: HTMLFormElement, fields: FormData): URL {
  const path = (form.dataset["url"] ?? "").replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(textIn(fields, name === "tenant" ? name : `path.${name}`)),
  );
  const url = new URL(path, location.origin);
  for (const name of fields.keys()) {
    const value = textIn(fields, name);
    if (name.startsWith("query.") && value !== "") url.searchParams.set(name.slice("query.".length), value);
  }
  return url;
}

/**
 * A key is sent alone, so that the response is the one a program would get; otherwise the browser's session is used.
 */
async function requestIn(form: HTMLFormElement, fields: FormData): Promise<RequestInit> {
  const method = form.dataset["method"] ?? "GET";
  const key = textIn(fields, "key");
  const headers = new Headers({ Accept: "application/json" });
  const request: RequestInit = { method, headers, credentials: key === "" ? "same-origin" : "omit" };
  if (fields.has("body")) {
    headers.set("Content-Type", "application/json");
    request.body = JSON.stringify(JSON.parse(textIn(fields, "body") || "{}"));
  }
  if (key !== "") headers.set("Authorization", `Bearer ${key}`);
  else if (method !== "GET" && form.dataset["access"] !== "public") await addCsrfToken(headers);
  return request;
}

async function addCsrfToken(headers: Headers): Promise<void> {
  const answer = await fetch("/api/v1/session", { credentials: "same-origin" });
  const session: unknown = answer.ok ? await answer.json() : null;
  if (typeof session !== "object" || session === null || !("csrfToken" in session)) return;
  headers.set("X-CSRF-Token", String(session.csrfToken));
}

function describe(answer: Response, text: string, tookMs: number): HTMLElement[] {
  const head = make("p", "outcome-head", "");
  const status = `${answer.status} ${answer.statusText}`.trim();
  head.append(
    make("span", `status status-${String(answer.status).slice(0, 1)}`, status),
    make("span", "hint", `${tookMs} ms`),
  );
  const headers = make("dl", "outcome-headers", "");
  for (const name of shownHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) headers.append(make("dt", "", name), make("dd", "", value));
  }
  const parts = headers.childElementCount === 0 ? [head] : [head, headers];
  if (text === "") return [...parts, make("p", "hint", "No body.")];
  const body = make("pre", "outcome-body", formatted(text));
  body.tabIndex = 0;
  body.setAttribute("role", "region");
  body.setAttribute("aria-label", "Response body");
  return [...parts, body];
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

setUpFilter();
setUpNavigation();
setUpCopyButtons();
setUpForms();
