export const sendingSlovak = () => ({
  title: "Doručiteľnosť",
  facts: "Kto za vás smie posielať a ako sú nastavené vaše domény.",
  tabs: {
    domains: "Domény",
    senders: "Odosielatelia",
    testRecipients: "Testovacie adresy",
    dmarc: "Správy DMARC",
    hooks: "Nedoručené a sťažnosti",
  },
  setup: {
    title: "Čo teraz funguje",
    done: "hotovo",
    required: "bez toho nič neodíde",
    missing: "chýba",
    steps: {
      sender_verified: "Overený odosielateľ",
      company_address: "Adresa spoločnosti v pätičke",
      sending_allowed: "Odosielanie je povolené",
      domain_verified: "Overená doména (DKIM)",
      spf: "SPF",
      dmarc: "DMARC",
      return_path: "Vlastná spiatočná adresa",
      tracking: "Vlastná doména odkazov",
      test_recipients: "Testovacie adresy",
      mail_mode: "Ostrá prevádzka",
    },
  },
});
