export const sectionSlovak = () => ({
  content: "Obsah",
  templates: "Šablóny",
  footers: "Pätičky",
  files: "Súbory",
  preferencePages: "Stránky odhlásenia",
  landingPages: "Vstupné stránky",
  surveys: "Dotazníky",
});
