export const noticeSlovak = () => ({
  conflict: "Rozpracovaný formulár medzitým uložil niekto iný.",
  loadTheirs: "Načítať jeho zmeny",
  keepMine: "Nechať moje",
  refused: (reason: string) => `Zmeny sa neuložili. ${reason}`,
  refusedIn: (tab: string) => `Zmeny sa neuložili, opravte údaj na karte ${tab}.`,
  showTab: (tab: string) => `Otvoriť kartu ${tab}`,
  outOfDate: "Formulár sa medzitým zmenil mimo editora. Zverejnením prepíšete jeho dnešnú podobu.",
  waiting: "Návštevníci zatiaľ vidia zverejnenú podobu.",
  hidden: "Formulár nie je verejný. Návštevníci ho uvidia, keď ho zverejníte.",
  discard: "Zahodiť zmeny",
  discarded: "Zmeny sú zahodené.",
  questions: {
    discard: {
      title: "Zahodiť zmeny?",
      text: "Rozpracovaná podoba formulára sa zmaže. Zverejnená zostane, ako je.",
      action: "Zahodiť zmeny",
    },
    loadTheirs: {
      title: "Načítať zmeny niekoho iného?",
      text: "Vaše neuložené zmeny sa stratia.",
      action: "Načítať jeho zmeny",
    },
    keepMine: {
      title: "Nechať vaše zmeny?",
      text: "Prepíšu rozpracovanú podobu, ktorú medzitým uložil niekto iný.",
      action: "Prepísať mojimi zmenami",
    },
  },
});
