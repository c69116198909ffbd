export const emailContentSlovak = () => ({
  title: "Obsah e-mailu",
  edit: "Upraviť obsah",
  test: "Poslať test",
  preheader: (text: string) => `Text náhľadu: ${text}`,
  noPreheader: "Šablóna nemá text náhľadu.",
  draft: "Šablóna má nezverejnené zmeny, ktoré ukazuje aj obrázok. Odosiela sa jej zverejnený obsah.",
  draftTest: "Test ukáže e-mail tak, ako ho krok odosiela: so zverejneným obsahom.",
});
