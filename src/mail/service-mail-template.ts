export type MailLanguage = "cs" | "sk" | "en";
export type ServiceMail = { subject: string; text: string; html: string };

/** The texts of a mail with one link, in one language. */
export type LinkMailWording<Values> = {
  subject: (values: Values) => string;
  lead: (values: Values) => string;
  button: string;
  validUntil: (time: string) => string;
  ignore: string;
};

/** Times are written as in the country; a language without one is a locale itself. */
const locales: Readonly<Record<string, string>> = { cs: "cs-CZ", sk: "sk-SK", en: "en-GB" };

export type LinkMail<Language extends string = MailLanguage> = {
  language: Language;
  url: string;
  expiresAt: Date;
  timeZone?: string | undefined;
};

export function renderLinkMail<Values>(
  link: LinkMail<string>,
  wording: LinkMailWording<Values>,
  values: Values,
): ServiceMail {
  const validUntil = wording.validUntil(formatMailTime(link.expiresAt, link));
  return renderServiceMail(link, {
    subject: wording.subject(values),
    lead: wording.lead(values),
    button: wording.button,
    foot: `${validUntil} ${wording.ignore}`,
  });
}

export type ServiceMailTexts = { subject: string; lead: string; button: string; foot: string };

/** A paragraph, a button that leads to the address, and a note below. */
export function renderServiceMail(
  link: Pick<LinkMail<string>, "language" | "url">,
  { subject, ...texts }: ServiceMailTexts,
): ServiceMail {
  return {
    subject,
    text: `${[texts.lead, link.url, texts.foot].join("\n\n")}\n`,
    html: page(link, texts),
  };
}

function page(
  { language, url }: Pick<LinkMail<string>, "language" | "url">,
  texts: { lead: string; button: string; foot: string },
): string {
  const small = 'style="font-size:14px;color:#555"';
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#222;background:#fff">
<p>${escapeHtml(texts.lead)}</p>
<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none">${escapeHtml(texts.button)}</a></p>
<p ${small}>${escapeHtml(texts.foot)}</p>
<p ${small}>${escapeHtml(url)}</p>
</body>
</html>
`;
}

export function formatMailTime(
  at: Date,
  { language, timeZone = "UTC" }: Pick<LinkMail<string>, "language" | "timeZone">,
): string {
  const locale = locales[language] ?? language;
  const day = at.toLocaleDateString(locale, { day: "numeric", month: "long", year: "numeric", timeZone });
  const time = at.toLocaleTimeString(locale, {
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  return `${day}, ${time}`;
}

/** Names are user input: a line break is invalid in a subject and could imitate our own text in a body. */
export const oneLine = (text: string) => text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
