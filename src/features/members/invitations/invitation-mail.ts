import {
  oneLine,
  renderLinkMail,
  type LinkMail,
  type LinkMailWording,
  type MailLanguage,
  type ServiceMail,
} from "../../../mail/service-mail-template.ts";

type Invitation = { companyName: string; inviterName: string };

const invitationWording: Record<MailLanguage, LinkMailWording<Invitation>> = {
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

export function invitationMail(input: LinkMail & Invitation): ServiceMail {
  const values = { companyName: oneLine(input.companyName), inviterName: oneLine(input.inviterName) };
  return renderLinkMail(input, invitationWording[input.language], values);
}
