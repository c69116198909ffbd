/** Notes, reasons and server replies around the contacts. */
export const consentTexts = {
  news: {
    cs: "Souhlasím se zasíláním novinek a akcí e-mailem. Souhlas mohu kdykoli odvolat.",
    sk: "Súhlasím so zasielaním noviniek a akcií e-mailom. Súhlas môžem kedykoľvek odvolať.",
  },
  recipes: {
    cs: "Chci dostávat recepty a tipy do kuchyně i na zahradu.",
    sk: "Chcem dostávať recepty a tipy do kuchyne aj do záhrady.",
  },
} as const;

export const contactNotes = {
  cs: [
    "Volá vždycky dopoledne, má čas na popovídání.",
    "Objednává na celou kancelář, balit po jednom.",
    "Chce pergu, až bude skladem.",
    "Vyzvedává osobně, nechat u paní sousedky.",
    "Slibuje pomoc na Dni otevřených úlů.",
    "Alergie na propolis, nenabízet.",
    "Ptá se na oddělky, ozvat se v květnu.",
    "Na nástěnce visí fotka první plástve.",
  ],
  sk: [
    "Objednáva vždy pred Vianocami, balí darčeky pre rodinu.",
    "Má záujem o kurz včelárenia v Modre.",
    "Volať až po 17. hodine.",
    "Chce faktúru na firmu.",
    "Odporúča nás celej záhradkárskej osade.",
    "Pýta sa na agátový med, keď bude nový.",
  ],
} as const;

export const unsubscribeNotes = {
  cs: [
    "Chodí to na mě moc často.",
    "Už mám nakoupeno, děkuji.",
    "Med mi vozí soused.",
    "Nepamatuji si žádné přihlášení.",
  ],
  sk: ["Chodí mi príliš veľa e-mailov.", "Už nemám záujem, ďakujem.", "Včely už mám vlastné."],
} as const;

export const bounceDetails = [
  "550 5.1.1 User unknown",
  "550 5.1.1 The email account that you tried to reach does not exist",
  "552 5.2.2 Mailbox full",
  "550 5.4.1 Recipient address rejected",
] as const;

export const blacklistNotes = {
  cs: ["Na vlastní žádost, telefonicky.", "Konkurence, neposílat.", "Opakovaně nevyzvednuté dobírky."],
  sk: ["Na vlastnú žiadosť, telefonicky.", "Falošné objednávky."],
} as const;

/** Invented businesses that buy wholesale. */
export const businesses = {
  cs: [
    "Kavárna U Tří lip",
    "Penzion Na Medové stráni",
    "Pekárna Zlatá kůrka",
    "Čajovna Pod Rozhlednou",
    "Bistro Šalvěj a tymián",
    "Farmářský krámek U Brány",
    "Mateřská škola Čmeláček",
    "Cukrárna Perníková panna",
    "Bezobalový obchod Hrst",
    "Hospoda U Strejdy včelaře",
    "Lázeňský dům Vrbina",
  ],
  sk: [
    "Kaviareň Pod starou lipou",
    "Penzión Medová chalupa",
    "Pekáreň Zlatý klások",
    "Čajovňa U sojky",
    "Farmársky obchodík Košík",
    "Materská škola Čmeliačik",
    "Cukráreň Medovník",
    "Horský hotel Vresová hoľa",
  ],
} as const;

/** Words for the demo password, easy to type. */
export const passwordWords = [
  "akat babicka bedna beran bylinka cedr citron cukr datel deka duben dvorek fazole fiala hadanka hora hrnec hruska",
  "husa jablko jahoda javor jaro jezek kamna kapka karafa kolac konvice kopec kopr koruna kosatec kotva kralik kvetina",
  "lampa laska lavice leto lipa list listopad lopata louka malina medovnik meduna mlyn mrak motyl mosaz nebe okno okurka",
  "orech oves palec pampeliska parez pekarna perla pero potok povidla prameny propolis ptacek rohlik rosa ruze rybnik",
  "sad salvej sedmikraska seno sirup skala slunce sova srpen strom studna sumava svicka tabor tymian ul vanoce vcela",
  "veranda vlha voda vosk vrba zahon zahrada zelenina zima zvonek",
].flatMap((line) => line.split(" "));
