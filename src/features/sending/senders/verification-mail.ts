import {
  oneLine,
  renderLinkMail,
  type LinkMail,
  type LinkMailWording,
  type MailLanguage,
  type ServiceMail,
} from "../../../mail/service-mail-template.ts";

type SenderVerification = { companyName: string; address: string };

const senderVerificationWording: Record<MailLanguage, LinkMailWording<SenderVerification>> = {
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

export function senderVerificationMail(input: LinkMail & SenderVerification): ServiceMail {
  const values = { companyName: oneLine(input.companyName), address: input.address };
  return renderLinkMail(input, senderVerificationWording[input.language], values);
}
