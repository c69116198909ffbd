import type { FieldType } from "../../features/contacts/fields/values.ts";

export const demoEmail = "demo@example.com";
export const owner = { firstName: "Anežka", lastName: "Medová" } as const;
export const colleague = {
  email: "tomas@vceli-dvur.example.com",
  firstName: "Tomáš",
  lastName: "Javorský",
  roles: ["marketing_manager"],
} as const;
export const connectedApp = {
  name: "Přehledy prodeje",
  redirectUri: "https://prehledy.example/callback",
  resource: "https://www.vceli-dvur.example/mcp",
} as const;
export const timeZone = "Europe/Prague";

export const company = {
  name: "Včelí dvůr s.r.o.",
  email: "info@vceli-dvur.example.com",
  phone: "+420 600 700 800",
  street: "Včelařská 8",
  city: "Telč",
  postalCode: "588 56",
  country: "CZ",
  // No register issues numbers that begin with 99.
  companyId: "99482716",
  vatId: "CZ99482716",
  web: "https://www.vceli-dvur.example",
} as const;

export const czechShop = {
  name: "Včelí dvůr",
  url: "https://www.vceli-dvur.example",
  language: "cs",
  country: "CZ",
  currency: "CZK",
  senderName: "Anežka z Včelího dvora",
  replyTo: "anezka@vceli-dvur.example.com",
} as const;

export const slovakShop = {
  name: "Včelí dvor",
  url: "https://www.vceli-dvor.example",
  language: "sk",
  country: "SK",
  currency: "EUR",
  senderName: "Anežka z Včelieho dvora",
  replyTo: "anezka@vceli-dvor.example.com",
} as const;

export const newsPurpose = {
  name: "Novinky a akce",
  description: "Nové medy, sezónní balíčky a slevy, nejvýš dvakrát do měsíce.",
} as const;

export const recipesPurpose = {
  name: "Recepty a tipy",
  description: "Co uvařit z medu a jak zařídit zahradu, kam létají včely.",
  validMonths: 36,
} as const;

type FieldWords = { readonly name: string; readonly type: FieldType; readonly options: readonly string[] };

export const fieldWords = {
  honey: {
    name: "Oblíbený med",
    type: "select",
    options: ["Květový", "Lipový", "Akátový", "Lesní medovicový", "Pastovaný", "Pohankový"],
  },
  garden: { name: "Velikost zahrady", type: "number", options: [] },
  clubSince: { name: "Členem klubu od", type: "date", options: [] },
  interests: {
    name: "Zájmy",
    type: "multiselect",
    options: ["Pečení", "Zahrada", "Bylinky", "Včelaření", "Přírodní kosmetika", "Svíčky", "Tvoření s dětmi"],
  },
  keepsBees: { name: "Má včely", type: "bool", options: [] },
  web: { name: "Web", type: "url", options: [] },
} as const satisfies Record<string, FieldWords>;

export const labelWords = {
  vip: { name: "VIP", color: "#e0a100" },
  wholesale: { name: "Velkoodběratel", color: "#2f6f9f" },
  beekeeper: { name: "Včelař", color: "#7a4f1d" },
  course: { name: "Kurz včelaření", color: "#3f8f4f" },
  gifts: { name: "Kupuje dárky", color: "#b8405e" },
} as const;

export type LabelKey = keyof typeof labelWords;

export const listWords = {
  news: { name: "Novinky z Včelího dvora", publicName: "Novinky a akce" },
  club: { name: "Medový klub", publicName: "Medový klub" },
  course: { name: "Včelařský kurz", publicName: "Včelařský kurz" },
} as const;
