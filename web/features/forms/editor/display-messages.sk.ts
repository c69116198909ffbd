export const displaySlovak = () => ({
  kind: "Kde sa formulár ukáže",
  kinds: { classic: "Na stránke", popup: "Vyskakovacie okno", slide: "Vysúvací panel" },
  kindHints: {
    classic: "Na mieste, kam vložíte kód.",
    popup: "Cez stránku, zavrie sa krížikom aj klávesom Esc.",
    slide: "V rohu stránky, nezakryje ju.",
  },
  inline: "Formulár na stránke je vidieť vždy. Kedy a komu sa ukáže, nastavíte pri okne a paneli.",
  when: "Kedy sa ukáže",
  triggers: { delay: "Po chvíli na stránke", scroll: "Po posunutí stránky", exit: "Pri odchode zo stránky" },
  delay: "Po koľkých sekundách",
  scroll: "Po prečítaní koľkých percent",
  repeat: "Znova najskôr o",
  days: " d",
  everyTime: "Ukáže sa pri každom načítaní stránky.",
  devicesLabel: "Zariadenia",
  devices: { all: "Všetky", desktop: "Len počítač", mobile: "Len mobil" },
  position: "Strana",
  positions: { left: "Vľavo", right: "Vpravo" },
  until: "Naposledy dňa",
  requireConsent: "Pamätať si zobrazenie len so súhlasom",
  requireConsentHint: "Web ho oznámi volaním postrider.consent(true).",
  pages: "Stránky",
  include: "Ukázať na",
  exclude: "Neukázať na",
  allPages: "všade",
  pagesHint: "/blog* je cesta, https://… celá adresa, iný text je kdekoľvek v adrese.",
  tryAddress: "Vyskúšať adresu",
  verdict: (isShown: boolean, rule: string | undefined) =>
    rule === undefined
      ? isShown
        ? "Formulár sa ukáže."
        : "Formulár sa neukáže, adresa nie je medzi stránkami, na ktorých sa má ukázať."
      : `${isShown ? "Formulár sa ukáže" : "Formulár sa neukáže"} podľa pravidla ${rule}.`,
});
