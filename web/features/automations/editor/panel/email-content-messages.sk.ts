export const emailContentSlovak = () => ({
  title: "Obsah e-mailu",
  edit: "Upraviť obsah",
  test: "Poslať test",
  none: "Vyberte šablónu, alebo začnite prázdnym e-mailom v podobe vášho obchodu.",
  add: "Vytvoriť e-mail",
  preheader: (text: string) => `Text náhľadu je zo šablóny: ${text}`,
  noPreheader: "E-mail nemá text náhľadu, ani vlastný, ani zo šablóny.",
  draft: "Šablóna má nezverejnené zmeny, ktoré ukazuje aj obrázok. Odosiela sa jej zverejnený obsah.",
  draftTest: "Test ukáže e-mail tak, ako ho krok odosiela: so zverejneným obsahom.",
});
