export type MailLanguage = "cs" | "sk" | "en";
export type ServiceMail = { subject: string; text: string; html: string };

type Invitation = { companyName: string; inviterName: string };
type Wording<Values> = {
  subject: (values: Values) => string;
  lead: (values: Values) => string;
  button: string;
  validUntil: (time: string) => string;
  ignore: string;
};

const locales: Record<MailLanguage, string> = { cs: "cs-CZ", sk: "sk-SK", en: "en-GB" };

const invitationWording: Record<MailLanguage, Wording<Invitation>> = {
  cs: {
    subject: ({ companyName }) => `Pozvánka do účtu ${companyName}`,
    lead: ({ companyName, inviterName }) =>
      `${inviterName} vás zve ke spolupráci v účtu ${companyName} v aplikaci Postrider.`,
    button: "Přijmout pozvánku",
    validUntil: (time) => `Odkaz platí do ${time}.`,
    ignore: "Pokud pozvánku nečekáte, zprávu prostě smažte.",
  },
  sk: {
    subject: ({ companyName }) => `Pozvánka do účtu ${companyName}`,
    lead: ({ companyName, inviterName }) =>
      `${inviterName} vás pozýva na spoluprácu v účte ${companyName} v aplikácii Postrider.`,
    button: "Prijať pozvánku",
    validUntil: (time) => `Odkaz platí do ${time}.`,
    ignore: "Ak pozvánku nečakáte, správu jednoducho vymažte.",
  },
  en: {
    subject: ({ companyName }) => `Invitation to the ${companyName} account`,
    lead: ({ companyName, inviterName }) =>
      `${inviterName} invites you to work in the ${companyName} account in Postrider.`,
    button: "Accept the invitation",
    validUntil: (time) => `The link works until ${time}.`,
    ignore: "If you do not expect an invitation, just delete this message.",
  },
};

const passwordResetWording: Record<MailLanguage, Wording<object>> = {
  cs: {
    subject: () => "Nové heslo do Postrideru",
    lead: () => "Přišla nám žádost o nové heslo k vašemu účtu v aplikaci Postrider. Zvolíte si ho na této stránce:",
    button: "Zvolit nové heslo",
    validUntil: (time) => `Odkaz platí do ${time} a dá se použít jen jednou.`,
    ignore: "Pokud jste o nové heslo nežádali, nemusíte nic dělat: vaše heslo zůstává beze změny.",
  },
  sk: {
    subject: () => "Nové heslo do Postrideru",
    lead: () => "Prišla nám žiadosť o nové heslo k vášmu účtu v aplikácii Postrider. Zvolíte si ho na tejto stránke:",
    button: "Zvoliť nové heslo",
    validUntil: (time) => `Odkaz platí do ${time} a dá sa použiť len raz.`,
    ignore: "Ak ste o nové heslo nežiadali, nemusíte nič robiť: vaše heslo zostáva bez zmeny.",
  },
  en: {
    subject: () => "A new password for Postrider",
    lead: () => "Somebody asked for a new password for your Postrider account. Choose it on this page:",
    button: "Choose a new password",
    validUntil: (time) => `The link works until ${time} and only once.`,
    ignore: "If it was not you, there is nothing to do: your password stays as it is.",
  },
};

type SenderVerification = { companyName: string; address: string };

const senderVerificationWording: Record<MailLanguage, Wording<SenderVerification>> = {
  cs: {
    subject: ({ address }) => `Potvrďte adresu odesílatele ${address}`,
    lead: ({ companyName, address }) =>
      `Účet ${companyName} chce v aplikaci Postrider rozesílat e-maily z adresy ${address}. Potvrďte, že je adresa vaše:`,
    button: "Potvrdit adresu",
    validUntil: (time) => `Odkaz platí do ${time}.`,
    ignore: "Pokud o tom nevíte, zprávu prostě smažte: bez potvrzení se z adresy nic neodešle.",
  },
  sk: {
    subject: ({ address }) => `Potvrďte adresu odosielateľa ${address}`,
    lead: ({ companyName, address }) =>
      `Účet ${companyName} chce v aplikácii Postrider rozosielať e-maily z adresy ${address}. Potvrďte, že je adresa vaša:`,
    button: "Potvrdiť adresu",
    validUntil: (time) => `Odkaz platí do ${time}.`,
    ignore: "Ak o tom neviete, správu jednoducho vymažte: bez potvrdenia sa z adresy nič neodošle.",
  },
  en: {
    subject: ({ address }) => `Confirm the sender address ${address}`,
    lead: ({ companyName, address }) =>
      `The ${companyName} account wants to send e-mails from ${address} with Postrider. Confirm that the address is yours:`,
    button: "Confirm the address",
    validUntil: (time) => `The link works until ${time}.`,
    ignore: "If you know nothing of this, just delete this message: nothing is sent without your confirmation.",
  },
};

type LinkMail = { language: MailLanguage; url: string; expiresAt: Date; timeZone?: string | undefined };

export function invitationMail(input: LinkMail & Invitation): ServiceMail {
  // Names come from people: a line break in one would be refused in the subject and could pose as our own text.
  const values = { companyName: oneLine(input.companyName), inviterName: oneLine(input.inviterName) };
  return render(input, invitationWording[input.language], values);
}

export function senderVerificationMail(input: LinkMail & SenderVerification): ServiceMail {
  const values = { companyName: oneLine(input.companyName), address: input.address };
  return render(input, senderVerificationWording[input.language], values);
}

export function passwordResetMail(input: LinkMail): ServiceMail {
  return render(input, passwordResetWording[input.language], {});
}

function render<Values>(link: LinkMail, wording: Wording<Values>, values: Values): ServiceMail {
  const lead = wording.lead(values);
  const validUntil = wording.validUntil(formatTime(link));
  return {
    subject: wording.subject(values),
    text: `${[lead, link.url, `${validUntil} ${wording.ignore}`].join("\n\n")}\n`,
    html: page(link, { lead, validUntil, button: wording.button, ignore: wording.ignore }),
  };
}

function page(
  { language, url }: LinkMail,
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

function formatTime({ language, expiresAt, timeZone = "UTC" }: LinkMail): string {
  const locale = locales[language];
  const day = expiresAt.toLocaleDateString(locale, { day: "numeric", month: "long", year: "numeric", timeZone });
  const time = expiresAt.toLocaleTimeString(locale, {
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  return `${day}, ${time}`;
}

export const oneLine = (text: string) => text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
