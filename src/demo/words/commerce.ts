/** The coupons, the feed and the e-mail with both. */
export const commerceWords = {
  stack: { name: "Sleva pro věrné", mergeKey: "verni", note: "10 % na celý nákup, jeden kód pro každého zákazníka" },
  feed: { name: "Výrobky e-shopu" },
  email: {
    name: "Sleva a výrobky na míru",
    subject: "{{df_name|default:'Dobrý den'}}, máme pro vás slevu 10 %",
    preheader: "A k ní výrobky, které by se vám mohly líbit",
    title: "Děkujeme, že u nás nakupujete",
    paragraphs: ["Jako poděkování jsme pro vás připravili slevu 10 % na celý nákup."],
    code: "Váš kód:",
    button: "Do obchodu",
  },
} as const;
