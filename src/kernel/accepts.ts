import { formatWords } from "./schema-rules.ts";

const text = <Words extends string>(pattern: Words) => ({ type: "string", pattern }) as const;

/** Rules of values that schemas do not check, for refusals. A pattern completes the sentence "Enter …". */
export const accepts = {
  email: text(formatWords.email),
  asciiEmail: text("an e-mail address without accents"),
  date: text(formatWords.date),
  time: text(formatWords["date-time"]),
  line: text(formatWords.line),
  notBlank: text("not only spaces"),
  timeZone: text("a time zone, such as Europe/Prague"),
  language: text("a language: two small letters, such as cs"),
  country: text("a country: two capital letters, such as CZ"),
  currency: text("a currency: three capital letters, such as CZK"),
  month: text("a month, YYYY-MM"),
  localTime: text("a local time, YYYY-MM-DD HH:MM:SS"),
  webAddress: text("an address that starts with http:// or https://"),
  publicAddress: text("a public address that starts with http:// or https://"),
  mailHost: text("a mail server with a public address, such as imap.example.com"),
  domain: text("a domain, such as example.com"),
  ownDomain: text("an address at your own domain"),
  quantity: { type: ["number", "string"], pattern: "a number above 0 with at most 9 digits and 4 decimal places" },
  amount: text("an amount above 0 with a decimal point, such as 12.50"),
  fileName: text("a file name of at most 200 characters without / and \\"),
  folderName: text("a name without / and \\"),
  headerName: text("a header that starts with X-, or one of the known ones"),
  plainText: { pattern: "no NUL and no lone surrogates" },
  utf8: { pattern: "text in UTF-8" },
  orderKey: { required: true, pattern: "id, or shopId and externalId" },
  json: { pattern: "JSON in UTF-8" },
  formData: { pattern: "multipart/form-data with one file" },
  ownImage: text("an image from your files"),
  video: text("an address of a video on YouTube or Vimeo"),
  different: { unique: true },
  withoutOther: { pattern: "one of the two values, not both" },
  oneOfTwo: { required: true, pattern: "one of the two values" },
  unchangeable: { pattern: "the present value, which cannot change" },
  transactional: { pattern: "false, or triggers that suit a transactional automation" },
  confirmed: { type: "boolean", allowed: [true] },
  cart: { pattern: "an object with a list of items" },
  pageVisit: { pattern: "an object with the address of the page" },
  marking: { pattern: "one element that fits its kind" },
  cursor: text("a cursor that a page returned"),
  noCircle: { pattern: "segments that do not name each other" },
  outsideFolder: { pattern: "a folder outside this one" },
  endedMonth: { pattern: "a month that is over" },
  emailColumn: { pattern: "a column for email" },
  table: { pattern: "text in rows and columns" },
  closedQuotes: { pattern: "CSV with closed quotes" },
  hostOfShop: { pattern: "an address at the host of the shop" },
  verifiedSender: { pattern: "a verified sender" },
  oneEmailField: { pattern: "exactly one field of the type email" },
  waitingNode: { pattern: "a node where contacts wait" },
  webhookNode: { pattern: "a webhook node" },
  sendingNode: { pattern: "a node that sent e-mails" },
  aboveZero: { pattern: "a number above 0" },
  mailable: { pattern: "an address that may be mailed" },
  lessNested: { pattern: "HTML that is nested less deeply" },
  ownForms: { pattern: "forms and surveys of this service" },
  basicAuth: {
    type: ["object", "null"],
    pattern: "login of at most 200 characters without a colon, password of at most 500",
  },
} as const;

/** The value has to name an object that exists and can be used in this place. */
export const existing = <Kind extends string>(kind: Kind) => ({ reason: "unknown", kind }) as const;

/** The limit of a text or other content in bytes. */
export const bytesUpTo = (max: number) => ({ max, unit: "bytes" }) as const;
