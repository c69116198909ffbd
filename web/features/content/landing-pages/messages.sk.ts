export const landingPagesSlovak = () => ({
  title: "Vstupné stránky",
  add: "Nová vstupná stránka",
  empty: "Zatiaľ nemáte žiadnu vstupnú stránku",
  emptyText: "Jednoduchá stránka na našej adrese: pre akciu, súťaž alebo formulár, na ktorú vedie odkaz z e-mailu.",
  deleteText: "Stránka zmizne z webu a odkazy na ňu prestanú fungovať. Zmazanie sa nedá vziať späť.",
  settings: "Nastavenia stránky",
  slug: "Koniec adresy",
  slugHint: "Malé písmená bez diakritiky, číslice a pomlčky.",
  slugTaken: "Túto adresu už má iná stránka.",
  pageTitle: "Titulok v prehliadači",
  description: "Opis pre vyhľadávače",
  code: "HTML stránky",
  codeHint: "Skripty a rámy odstránime. Formuláre smú odosielať len do vašich formulárov a dotazníkov.",
  refused: {
    form: "Formulár v HTML smie odosielať len do vašich formulárov a dotazníkov.",
    size: "Stránka je príliš dlhá.",
    nesting: "HTML je príliš hlboko vnorené.",
  },
  sample:
    '<main style="max-width: 640px; margin: 40px auto; font: 17px/1.6 system-ui, sans-serif">\n  <h1>Nadpis stránky</h1>\n  <p>Sem napíšte, o čo ide.</p>\n</main>\n',
});
