import { escapeHtml, oneLine, type MailLanguage, type ServiceMail } from "../../../mail/service-mail-template.ts";

type NoticeEvent = "added" | "unsubscribed";
type Wording = {
  subject: Record<NoticeEvent, (list: string) => string>;
  lead: Record<NoticeEvent, (n: number) => string>;
  more: (n: number) => string;
};

/** Numbers follow a colon, because Czech and Slovak then need no plural forms. */
const wordings: Readonly<Record<MailLanguage, Wording>> = {
  cs: {
    subject: {
      added: (list) => `Nové kontakty v seznamu ${list}`,
      unsubscribed: (list) => `Odhlášení ze seznamu ${list}`,
    },
    lead: {
      added: (n) => `Počet nových kontaktů v seznamu: ${n}.`,
      unsubscribed: (n) => `Počet kontaktů, které se odhlásily: ${n}.`,
    },
    more: (n) => `… a další, celkem ${n}.`,
  },
  sk: {
    subject: {
      added: (list) => `Nové kontakty v zozname ${list}`,
      unsubscribed: (list) => `Odhlásenie zo zoznamu ${list}`,
    },
    lead: {
      added: (n) => `Počet nových kontaktov v zozname: ${n}.`,
      unsubscribed: (n) => `Počet kontaktov, ktoré sa odhlásili: ${n}.`,
    },
    more: (n) => `… a ďalšie, spolu ${n}.`,
  },
  en: {
    subject: {
      added: (list) => `New contacts in the list ${list}`,
      unsubscribed: (list) => `Unsubscribed from the list ${list}`,
    },
    lead: {
      added: (n) => `New contacts in the list: ${n}.`,
      unsubscribed: (n) => `Contacts who unsubscribed: ${n}.`,
    },
    more: (n) => `… and more, ${n} in all.`,
  },
};

export type NoticeMailInput = {
  language: MailLanguage;
  event: NoticeEvent;
  listName: string;
  emails: readonly string[];
  count: number;
};

/** Notifies a company of additions to a list and unsubscriptions from it. */
export function listNoticeMail({ language, event, listName, emails, count }: NoticeMailInput): ServiceMail {
  const wording = wordings[language];
  const lead = wording.lead[event](count);
  const rest = count > emails.length ? [wording.more(count)] : [];
  const items = emails.map((email) => `<li>${escapeHtml(email)}</li>`).join("");
  return {
    subject: wording.subject[event](oneLine(listName)),
    text: `${[lead, emails.join("\n"), ...rest].join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#222;background:#fff">
<p>${escapeHtml(lead)}</p>
<ul>${items}</ul>
${rest.map((line) => `<p>${escapeHtml(line)}</p>\n`).join("")}</body>
</html>
`,
  };
}
