import {
  formatMailTime,
  oneLine,
  renderServiceMail,
  type MailLanguage,
  type ServiceMail,
} from "../../../mail/service-mail-template.ts";
import type { SecurityNoticeKind } from "./kinds.ts";

export type SecurityNotice = {
  readonly kind: SecurityNoticeKind;
  readonly language: MailLanguage;
  readonly url: string;
  readonly at: Date;
  readonly timeZone: string | undefined;
  /** Empty for an act outside of any company. */
  readonly companyName: string;
  /** Name of the key or the app; empty where there is none. */
  readonly name: string;
};

type Wording = {
  /** Texts by kind: the subject, which also begins the text, and what else happened with it. */
  readonly acts: Readonly<Record<SecurityNoticeKind, { readonly subject: string; readonly more?: string }>>;
  readonly name: (name: string) => string;
  readonly company: (name: string) => string;
  readonly time: (time: string) => string;
  readonly button: string;
  readonly foot: string;
};

const wordings: Readonly<Record<MailLanguage, Wording>> = {
  cs: {
    acts: {
      password_changed: {
        subject: "Vaše heslo do Postrideru se změnilo",
        more: "Ostatní přihlášená zařízení jsme odhlásili.",
      },
      password_changed_access_ended: {
        subject: "Vaše heslo do Postrideru se změnilo a API klíče přestaly platit",
        more: "Ostatní přihlášená zařízení jsme odhlásili a všechny aplikace odpojili.",
      },
      password_reset: {
        subject: "Vaše heslo do Postrideru je obnovené",
        more: "Odhlásili jsme všechna zařízení, odpojili všechny aplikace a zneplatnili vaše API klíče.",
      },
      two_factor_enabled: { subject: "Dvoufázové přihlášení je zapnuté" },
      two_factor_disabled: { subject: "Dvoufázové přihlášení je vypnuté" },
      recovery_codes_replaced: {
        subject: "Máte nové záložní kódy",
        more: "Dosavadní záložní kódy přestaly platit.",
      },
      app_connected: { subject: "K vašemu účtu je připojená aplikace" },
      api_key_created: { subject: "Vznikl nový API klíč" },
      api_key_revoked: { subject: "API klíč přestal platit" },
      roles_changed: { subject: "Změnila se vaše role" },
      webhooks_changed: { subject: "Změnily se webhooky účtu" },
    },
    name: (name) => `Název: ${name}.`,
    company: (name) => `Firma: ${name}.`,
    time: (time) => `Stalo se to ${time}.`,
    button: "Otevřít Postrider",
    foot: "Pokud jste to nebyli vy, změňte si hned heslo v nastavení v části Přihlášení a profil a podívejte se tam na přihlášená zařízení.",
  },
  sk: {
    acts: {
      password_changed: {
        subject: "Vaše heslo do Postrideru sa zmenilo",
        more: "Ostatné prihlásené zariadenia sme odhlásili.",
      },
      password_changed_access_ended: {
        subject: "Vaše heslo do Postrideru sa zmenilo a API kľúče prestali platiť",
        more: "Ostatné prihlásené zariadenia sme odhlásili a všetky aplikácie odpojili.",
      },
      password_reset: {
        subject: "Vaše heslo do Postrideru je obnovené",
        more: "Odhlásili sme všetky zariadenia, odpojili všetky aplikácie a zneplatnili vaše API kľúče.",
      },
      two_factor_enabled: { subject: "Dvojfázové prihlásenie je zapnuté" },
      two_factor_disabled: { subject: "Dvojfázové prihlásenie je vypnuté" },
      recovery_codes_replaced: {
        subject: "Máte nové záložné kódy",
        more: "Doterajšie záložné kódy prestali platiť.",
      },
      app_connected: { subject: "K vášmu účtu je pripojená aplikácia" },
      api_key_created: { subject: "Vznikol nový API kľúč" },
      api_key_revoked: { subject: "API kľúč prestal platiť" },
      roles_changed: { subject: "Zmenila sa vaša rola" },
      webhooks_changed: { subject: "Zmenili sa webhooky účtu" },
    },
    name: (name) => `Názov: ${name}.`,
    company: (name) => `Firma: ${name}.`,
    time: (time) => `Stalo sa to ${time}.`,
    button: "Otvoriť Postrider",
    foot: "Ak ste to neboli vy, zmeňte si hneď heslo v nastaveniach v časti Prihlásenie a profil a pozrite sa tam na prihlásené zariadenia.",
  },
  en: {
    acts: {
      password_changed: {
        subject: "Your Postrider password was changed",
        more: "Your other devices were signed out.",
      },
      password_changed_access_ended: {
        subject: "Your Postrider password was changed and your API keys revoked",
        more: "Your other devices were signed out and all apps disconnected.",
      },
      password_reset: {
        subject: "Your Postrider password was reset",
        more: "All devices were signed out, all apps disconnected and your API keys revoked.",
      },
      two_factor_enabled: { subject: "Two-factor sign-in was switched on" },
      two_factor_disabled: { subject: "Two-factor sign-in was switched off" },
      recovery_codes_replaced: {
        subject: "You have new recovery codes",
        more: "The codes that you had stopped working.",
      },
      app_connected: { subject: "An app was connected to your account" },
      api_key_created: { subject: "An API key was created" },
      api_key_revoked: { subject: "An API key was revoked" },
      roles_changed: { subject: "Your role was changed" },
      webhooks_changed: { subject: "Webhooks of the account were changed" },
    },
    name: (name) => `Name: ${name}.`,
    company: (name) => `Company: ${name}.`,
    time: (time) => `It happened on ${time}.`,
    button: "Open Postrider",
    foot: "If it was not you, change your password now in the settings under Sign-in and profile, and look at the signed-in devices there.",
  },
};

/** A name is chosen by others: long ones could carry a message of their own. */
const maxNameLength = 60;

const shown = (name: string): string => {
  const letters = Array.from(oneLine(name));
  return letters.length > maxNameLength ? `${letters.slice(0, maxNameLength).join("")}…` : letters.join("");
};

/** Never contains a link that acts or a secret: it says what happened and where to look. */
export function securityNoticeMail(notice: SecurityNotice): ServiceMail {
  const { acts, ...text } = wordings[notice.language];
  const { subject, more } = acts[notice.kind];
  const lead = [
    `${subject}.`,
    ...(more === undefined ? [] : [more]),
    ...(notice.name === "" ? [] : [text.name(shown(notice.name))]),
    ...(notice.companyName === "" ? [] : [text.company(shown(notice.companyName))]),
    text.time(formatMailTime(notice.at, notice)),
  ].join(" ");
  return renderServiceMail(notice, { subject, lead, button: text.button, foot: text.foot });
}
