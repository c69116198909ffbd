import {
  renderLinkMail,
  type LinkMail,
  type LinkMailWording,
  type MailLanguage,
  type ServiceMail,
} from "../../../mail/service-mail-template.ts";

const passwordResetWording: Record<MailLanguage, LinkMailWording<object>> = {
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

export function passwordResetMail(input: LinkMail): ServiceMail {
  return renderLinkMail(input, passwordResetWording[input.language], {});
}
