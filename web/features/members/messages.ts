import { defineMessages } from "../../i18n/messages.tsx";
import { roleSlovak } from "./messages.sk.ts";

export const roleMessages = defineMessages(
  () => ({
    roles: "Role",
    rolesNeeded: "Zvolte alespoň jednu roli.",
    rolesTooHigh: "Nemůžete dát více práv, než máte sami.",
    roleNotes: {
      account_admin: "Vše včetně členů, klíčů a plateb",
      marketing_manager: "Kontakty, kampaně a obsah; nastavení jen čte",
      content_editor: "Tvoří obsah; kontakty a kampaně jen čte",
      analyst: "Čte kontakty, kampaně a obsah",
      accountant: "Jen platby a faktury",
    },
  }),
  () => ({
    roles: "Roles",
    rolesNeeded: "Choose at least one role.",
    rolesTooHigh: "You cannot give more rights than you have.",
    roleNotes: {
      account_admin: "Everything, including members, keys and billing",
      marketing_manager: "Contacts, campaigns and content; reads settings",
      content_editor: "Creates content; reads contacts and campaigns",
      analyst: "Reads contacts, campaigns and content",
      accountant: "Only billing and invoices",
    },
  }),
  roleSlovak,
);
