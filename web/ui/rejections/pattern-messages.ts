/** What the API says about its patterns, in another language than English. */
export type PatternNames = Readonly<Record<string, string>>;

/** In Czech, after "Zadejte". A test compares them with the contracts. */
export const czechPatterns: PatternNames = {
  "an e-mail address": "platnou e-mailovou adresu",
  "one line without control characters": "text na jednom řádku",
  "one line, not only spaces": "text na jednom řádku",
  "not only spaces": "neprázdný text",
  "a day that exists, YYYY-MM-DD": "platné datum",
  "a day of the year, MM-DD": "platný den v roce",
  "a time in ISO 8601, such as 2026-05-01T10:00:00.000Z": "platné datum a čas",
  "an id: digits": "platný záznam",
  "a language: two small letters, such as cs": "jazyk dvěma malými písmeny, například cs",
  "a language: two small letters, or main": "jazyk dvěma malými písmeny, například cs",
  "a country: two capital letters, such as CZ": "zemi dvěma velkými písmeny, například CZ",
  "a currency: three capital letters, such as CZK": "měnu třemi velkými písmeny, například CZK",
  "an amount as a text with a decimal point, such as 12.50": "částku s desetinnou tečkou, například 12.50",
  "an amount as a text with a decimal point, not negative, such as 12.50":
    "nezápornou částku s desetinnou tečkou, například 12.50",
  "a colour: #rrggbb": "barvu ve tvaru #rrggbb",
  "an address that starts with http:// or https://": "adresu, která začíná http:// nebo https://",
  "a mail server with a public address, such as imap.example.com":
    "poštovní server s veřejnou adresou, například imap.example.com",
  "a time zone, such as Europe/Prague": "časové pásmo, například Europe/Prague",
  "a selector: letters, digits, . _ and -, at most 63, with a letter or digit at both ends":
    "selektor: nejvýš 63 písmen, číslic, teček, podtržítek a spojovníků, s písmenem nebo číslicí na obou koncích",
  "small letters and digits, words joined by -": "malá písmena a číslice, slova spojená spojovníkem",
  "1 to 40 small letters, digits and _": "1 až 40 malých písmen, číslic a podtržítek",
  "1 to 40 letters, digits and _, a letter first": "1 až 40 písmen, číslic a podtržítek, první je písmeno",
  "1 to 100 letters, digits, _ . and -": "1 až 100 písmen, číslic, podtržítek, teček a spojovníků",
  "1 to 64 letters, digits, - and _": "1 až 64 písmen, číslic, spojovníků a podtržítek",
  "43 letters, digits, - and _": "celý odkaz z e-mailu",
  "an e-mail address without accents": "e-mailovou adresu bez diakritiky",
  "a month, YYYY-MM": "měsíc ve tvaru RRRR-MM",
  "a local time, YYYY-MM-DD HH:MM:SS": "místní čas ve tvaru RRRR-MM-DD HH:MM:SS",
  "a public address that starts with http:// or https://":
    "veřejně dostupnou adresu, která začíná http:// nebo https://",
  "a domain, such as example.com": "doménu, například example.com",
  "a host name or an address": "název nebo adresu serveru",
  "a public address": "server s veřejnou adresou",
  "an address at your own domain": "adresu na vlastní doméně",
  "a number above 0 with at most 9 digits and 4 decimal places":
    "číslo větší než 0, nejvýš s 9 číslicemi a 4 desetinnými místy",
  "an amount above 0 with a decimal point, such as 12.50": "částku větší než 0 s desetinnou tečkou, například 12.50",
  "a file name of at most 200 characters without / and \\": "název souboru do 200 znaků bez / a \\",
  "a name without / and \\": "název bez / a \\",
  "a header that starts with X-, or one of the known ones": "hlavičku, která začíná X-, nebo některou ze známých",
  "no NUL and no lone surrogates": "text bez neplatných znaků",
  "text in UTF-8": "text v UTF-8",
  "id, or shopId and externalId": "id, nebo shopId a externalId",
  "JSON in UTF-8": "JSON v UTF-8",
  "multipart/form-data with one file": "jeden soubor",
  "an image from your files": "obrázek z vašich souborů",
  "an address of a video on YouTube or Vimeo": "adresu videa na YouTube nebo Vimeo",
  "one of the two values, not both": "jen jednu z obou hodnot",
  "one of the two values": "jednu z obou hodnot",
  "the present value, which cannot change": "současnou hodnotu, změnit ji nejde",
  "false, or triggers that suit a transactional automation":
    "spouštěče, které se hodí pro transakční automatizaci, nebo ji nechte obchodní",
  "an object with a list of items": "objekt se seznamem položek",
  "an object with the address of the page": "objekt s adresou stránky",
  "one element that fits its kind": "jeden prvek, který odpovídá svému druhu",
  "a cursor that a page returned": "kurzor z některé stránky výpisu",
  "login of at most 200 characters without a colon, password of at most 500":
    "jméno do 200 znaků bez dvojtečky a heslo do 500 znaků",
  "an address that may be mailed": "adresu, na kterou je možné psát",
  "a folder outside this one": "složku mimo tuto",
  "exactly one field of the type email": "právě jedno pole typu e-mail",
  "a column for email": "sloupec s e-mailem",
  "CSV with closed quotes": "CSV s uzavřenými uvozovkami",
  "text in rows and columns": "text v řádcích a sloupcích",
  "a verified sender": "ověřeného odesílatele",
  "HTML that is nested less deeply": "méně zanořené HTML",
  "forms and surveys of this service": "jen formuláře a dotazníky této služby",
  "segments that do not name each other": "segmenty, které na sebe neodkazují v kruhu",
  "an address at the host of the shop": "adresu na doméně obchodu",
  "a month that is over": "měsíc, který už skončil",
  "a number above 0": "číslo větší než 0",
  "a node where contacts wait": "uzel, kde kontakty čekají",
  "a webhook node": "krok webhook",
  "a node that sent e-mails": "uzel, který poslal e-maily",
  "hard to guess: not a common password, nor made of own names":
    "heslo, které nejde uhodnout: ne běžné heslo a ne vlastní jména",
};

/** Undefined if one of the patterns, joined by semicolons, is not known. */
export function findPattern(names: PatternNames, words: string): string | undefined {
  const parts = words.split("; ").map((part) => names[part]);
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known.join(", ");
}
