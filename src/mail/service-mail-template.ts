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
  const lead = wording.lead(values);
  const validUntil = wording.validUntil(formatTime(link));
  return {
    subject: wording.subject(values),
    text: `${[lead, link.url, `${validUntil} ${wording.ignore}`].join("\n\n")}\n`,
    html: page(link, { lead, validUntil, button: wording.button, ignore: wording.ignore }),
  };
}

function page(
  { language, url }: LinkMail<string>,
  texts: { lead: string; validUntil: string; button: string; ignore: string },
): string {
  const small = 'style="font-size:14px;color:#555"';
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#222;background:#fff">
<p>${escapeHtml(texts.lead)}</p>
<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none">${escapeHtml(texts.button)}</a></p>
<p ${small}>${escapeHtml(texts.validUntil)} ${escapeHtml(texts.ignore)}</p>
<p ${small}>${escapeHtml(url)}</p>
</body>
</html>
`;
}

function formatTime({ language, expiresAt, timeZone = "UTC" }: LinkMail<string>): string {
  const locale = locales[language] ?? language;
  const day = expiresAt.toLocaleDateString(locale, { day: "numeric", month: "long", year: "numeric", timeZone });
  const time = expiresAt.toLocaleTimeString(locale, {
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
