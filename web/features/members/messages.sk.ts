export const roleSlovak = () => ({
  roles: "Roly",
  rolesNeeded: "Zvoľte aspoň jednu rolu.",
  rolesTooHigh: "Nemôžete dať viac práv, ako máte sami.",
  roleNotes: {
    account_admin: "Všetko vrátane členov, kľúčov a platieb",
    marketing_manager: "Kontakty, kampane a obsah; nastavenia len číta",
    content_editor: "Tvorí obsah; kontakty a kampane len číta",
    analyst: "Číta kontakty, kampane a obsah",
    accountant: "Len platby a faktúry",
  },
});
