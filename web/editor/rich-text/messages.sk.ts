export const richTextSlovak = () => ({
  format: "Formátovanie",
  bold: "Tučné",
  italic: "Kurzíva",
  underline: "Podčiarknuté",
  heading: "Nadpis",
  list: "Odrážky",
  numbers: "Číslovaný zoznam",
  link: "Odkaz",
  address: "Adresa odkazu",
  apply: "Použiť odkaz",
});
