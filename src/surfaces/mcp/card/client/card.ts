/// <reference lib="dom" />

// Shows what an approval or an activation would do, and confirms it with the token of the tool's result. Texts of the
// company are text nodes; e-mails are in frames of their own.

import { emailFrame } from "./email-frame.ts";
import { isJson, listen, notify, objectIn, request, toText, type Json } from "./host.ts";
import { chooseTexts, type Texts } from "./texts.ts";

const tools: Readonly<Record<string, string>> = {
  approveCampaign: "campaigns_approve",
  activateAutomation: "automations_activate",
};

const emailsKey = "postrider/emails";

let texts: Texts = chooseTexts(navigator.language);
let locale = navigator.language;
let values: Json = {};
let shown: Json | undefined;
let isBusy = false;

const card = document.querySelector("#card") ?? document.body;

type Child = Node | string;

function element(name: string, children: readonly Child[] = [], className = ""): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  made.append(...children);
  return made;
}

const numberText = (value: unknown): string =>
  typeof value === "number" ? new Intl.NumberFormat(locale).format(value) : "";

function timeText(value: unknown): string {
  const time = new Date(toText(value));
  if (Number.isNaN(time.getTime())) return toText(value);
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** Pairs of a description list; those without a value are left out. */
const pairs = (rows: readonly (readonly [string, string])[]): HTMLElement =>
  element(
    "dl",
    rows
      .filter(([, value]) => value !== "")
      .flatMap(([label, value]) => [element("dt", [label]), element("dd", [value])]),
  );

const row = (label: string, count: unknown, className = ""): HTMLElement => {
  const head = element("th", [label]);
  head.setAttribute("scope", "row");
  return element("tr", [head, element("td", [numberText(count)])], className);
};

const reasonText = (reason: string): string =>
  Object.entries(texts).find(([key]) => key === reason)?.[1] ?? reason.replaceAll("_", " ");

function whenText({ timing, plannedAt }: Json): string {
  if (plannedAt !== null && plannedAt !== undefined) return timeText(plannedAt);
  return timing === "now" ? texts.now : toText(timing);
}

function campaignParts(preview: Json): HTMLElement[] {
  const leftOut = Object.entries(objectIn(preview["leftOut"]));
  const languages = Object.entries(objectIn(preview["recipientsByLanguage"]));
  const customers = preview["customersWithoutConsent"];
  return [
    pairs([
      [texts.name, toText(preview["name"])],
      [texts.subject, toText(preview["subject"])],
      [texts.sender, toText(preview["sender"])],
      [texts.when, whenText(preview)],
    ]),
    element("h2", [texts.audience]),
    element("table", [
      element("tbody", [
        row(texts.matched, preview["matched"]),
        ...leftOut.map(([reason, count]) => row(`− ${reasonText(reason)}`, count)),
        row(texts.recipients, preview["recipients"], "total"),
        ...(typeof customers === "number" && customers > 0 ? [row(texts.customers, customers)] : []),
        ...languages.map(([language, count]) => row(language, count)),
      ]),
    ]),
  ];
}

const automationParts = (preview: Json): HTMLElement[] => [
  pairs([
    [texts.name, toText(preview["name"])],
    [texts.version, numberText(preview["version"])],
    [texts.transactional, preview["transactional"] === true ? texts.yes : texts.no],
    [texts.inside, numberText(preview["contactsInside"])],
    [texts.steps, numberText(preview["nodes"])],
    [texts.emails, numberText(preview["emails"])],
    [texts.issues, numberText(preview["issues"])],
  ]),
];

function emailParts(emails: readonly Json[]): HTMLElement[] {
  if (emails.length === 0) return [];
  return [
    element("h2", [emails.length === 1 ? texts.mail : texts.mails]),
    ...emails.map(({ title, subject, preheader, html }, index) => {
      const line = [toText(title), toText(subject)].filter((part) => part !== "").join(" · ");
      const content =
        typeof html === "string" ? emailFrame(html, toText(subject)) : element("p", [texts.noHtml], "note");
      const teaser = toText(preheader) === "" ? [] : [element("p", [toText(preheader)], "teaser")];
      const details = element("details", [element("summary", [line]), ...teaser, content]);
      if (index === 0) details.setAttribute("open", "");
      return details;
    }),
    element("p", [texts.more], "note"),
  ];
}

function showState(text: string, kind: "good" | "bad" | "" = ""): void {
  card.querySelector(".state")?.remove();
  card.append(element("p", [text], `state ${kind}`));
  reportSize();
}

/** What the tool answered: a question, a result, or a refusal; the latter with a renewed question when something changed. */
function showResult(result: Json): void {
  shown = result;
  const body = objectIn(result["structuredContent"]);
  const error = objectIn(body["error"]);
  const isQuestion = typeof body["confirmToken"] === "string";
  if (!isQuestion) {
    if (card.childElementCount === 0) card.append(element("h1", [toText(body["name"]) || "Postrider"]));
    card.querySelector("button")?.remove();
    if (result["isError"] === true) return showState(rejectionText(error), "bad");
    if (body["status"] === "approval_required") return showState(texts.waiting);
    return showState(isJson(body["graph"]) ? texts.activated : texts.approved, "good");
  }
  const operation = toText(body["operation"]);
  const preview = objectIn(body["preview"]);
  const isCampaign = operation === "approveCampaign";
  const warnings = Array.isArray(body["warnings"]) ? body["warnings"].map(String) : [];
  const emails = objectIn(result["_meta"])[emailsKey];
  card.replaceChildren(
    element("h1", [isCampaign ? texts.campaign : texts.automation]),
    ...(isCampaign ? campaignParts(preview) : automationParts(preview)),
    ...(warnings.length === 0
      ? []
      : [
          element(
            "ul",
            warnings.map((warning) => element("li", [warning])),
            "warnings",
          ),
        ]),
    ...emailParts(Array.isArray(emails) ? emails.filter(isJson) : []),
    confirmButton(operation, body),
  );
  if (error["message"] === "confirm_state_changed") showState(texts.changed, "bad");
  reportSize();
}

function rejectionText({ code, message, params }: Json): string {
  if (code === "expired") return texts.expired;
  if (code === "forbidden" && message === "assistant") return texts.never;
  const help = toText(objectIn(params)["help"]);
  return `${texts.refused}: ${[toText(code), toText(message), help].filter((part) => part !== "").join(" ")}`;
}

function confirmButton(operation: string, { confirmToken }: Json): HTMLElement {
  const label = operation === "approveCampaign" ? texts.approve : texts.activate;
  const button = document.createElement("button");
  button.type = "button";
  button.append(label);
  button.addEventListener("click", ({ isTrusted }) => {
    // Only a press of the person counts.
    if (isTrusted && !isBusy) void confirm(button, { operation, confirmToken });
  });
  return button;
}

type Confirmation = { readonly operation: string; readonly confirmToken: unknown };

async function confirm(button: HTMLButtonElement, { operation, confirmToken }: Confirmation): Promise<void> {
  isBusy = true;
  button.disabled = true;
  showState(texts.running);
  try {
    const result = await request("tools/call", { name: tools[operation], arguments: { ...values, confirmToken } });
    showResult(result);
    tellModel(result);
  } catch (error) {
    button.disabled = false;
    showState(`${texts.refused}: ${error instanceof Error ? error.message : ""}`, "bad");
  } finally {
    isBusy = false;
  }
}

/** The assistant learns that the person decided in the card; clients may ignore it. */
function tellModel({ structuredContent, isError }: Json): void {
  const { status } = objectIn(structuredContent);
  const text =
    isError === true
      ? "The person confirmed in the card, and the call was refused."
      : `The person confirmed in the card; do not repeat the call. Status: ${toText(status)}.`;
  request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => undefined);
}

let reported = 0;

function reportSize(): void {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (height === reported) return;
  reported = height;
  notify("ui/notifications/size-changed", { width: document.documentElement.clientWidth, height });
}

function applyContext({ theme, styles, locale: wanted }: Json): void {
  const root = document.documentElement;
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(objectIn(objectIn(styles)["variables"]))) {
    if (name.startsWith("--") && typeof value === "string") root.style.setProperty(name, value);
  }
  if (typeof wanted !== "string" || !/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(wanted)) return;
  locale = wanted;
  texts = chooseTexts(wanted);
  root.lang = texts === chooseTexts("cs") ? "cs" : "en";
}

listen({
  "ui/notifications/tool-input": ({ arguments: given }) => {
    const { confirmToken: _, ...rest } = objectIn(given);
    values = rest;
  },
  "ui/notifications/tool-result": showResult,
  "ui/notifications/tool-cancelled": () => showState(texts.cancelled, "bad"),
  "ui/notifications/host-context-changed": (context) => {
    applyContext(context);
    if (shown !== undefined && !isBusy) reportSize();
  },
});

new ResizeObserver(reportSize).observe(document.documentElement);

const greeting = {
  appInfo: { name: "postrider", version: "1" },
  appCapabilities: { availableDisplayModes: ["inline"] },
  protocolVersion: "2026-01-26",
};

void request("ui/initialize", greeting).then(({ hostContext }) => {
  applyContext(objectIn(hostContext));
  if (card.childElementCount === 0) showState(texts.loading);
  notify("ui/notifications/initialized");
});
