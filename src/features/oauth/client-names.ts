import { fold } from "../../kernel/text.ts";

const productName = "Postrider";

/** Letters, digits and signs that are drawn like the Latin letters of the second text, by their place in it. */
const lookAlikes = new Map(
  [
    // Cyrillic
    ["авеікмнорстухѕјѡԁԛԝһүԍ", "abeikmhopctyxsjwdqwhyg"],
    // Greek
    ["αβγεζηικνορτυχω", "abyeznikvoptuxw"],
    // Small capitals and other letters of phonetic alphabets
    ["ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡɩɾʋ", "abcdefghijklmnoprstuvwyzagiru"],
    ["0134578$@!|", "oieastbsaii"],
    // One of them is easily taken for the other.
    ["l", "i"],
  ].flatMap(([drawn = "", letters = ""]) => {
    const targets = Array.from(letters);
    return Array.from(drawn, (letter, at) => [letter, targets[at] ?? letter] as const);
  }),
);

/** Letters of other alphabets, some of which are drawn like Latin ones. */
const lookAlikeAlphabets =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}]/u;

/** No language writes a word in two alphabets: it is drawn to be taken for another one. */
const hasWordOfTwoAlphabets = (name: string): boolean =>
  name.split(/[^\p{L}\p{M}]+/u).some((word) => /\p{Script=Latin}/u.test(word) && lookAlikeAlphabets.test(word));

const isLetter = /[\p{L}\p{N}]/u;

/** What a reader takes a name for: no case, diacritics, spaces or punctuation, and look-alikes as the Latin letter. */
export const toSkeleton = (name: string): string =>
  Array.from(fold(name.normalize("NFKC")), (letter) => lookAlikes.get(letter) ?? letter)
    .filter((letter) => isLetter.test(letter))
    .join("");

export type NamedClient = {
  readonly name: string;
  /** Its answers go to a program on the person's own computer. */
  readonly isLocal: boolean;
};

/**
 * Anybody may register a client: one that is called like the product would look like a part of it. Programs such as Claude
 * Code append what the person calls this server: "Claude Code (postrider)".
 */
export const imitatesProduct = ({ name, isLocal }: NamedClient): boolean =>
  hasWordOfTwoAlphabets(name.normalize("NFKC")) ||
  toSkeleton(isLocal ? withoutServerName(name) : name).includes(toSkeleton(productName));

const withoutServerName = (name: string): string => name.replace(/(?<=[\p{L}\p{N}]\s+)\([^()]*\)\s*$/u, "");

const legalForm =
  /[\s,]+(?:s\.?\s*r\.?\s*o|spol|a\.?\s*s|k\.?\s*s|v\.?\s*o\.?\s*s|z\.?\s*s|o\.?\s*p\.?\s*s|sp\.?\s*z\s*o\.?\s*o|ltd|inc|llc|plc|corp|gmbh|ag|se)\.?\s*$/i;

/** The name as people say it: without the legal form. */
function withoutLegalForm(name: string): string {
  const shorter = name.trim().replace(legalForm, "");
  return shorter === name.trim() ? shorter : withoutLegalForm(shorter);
}

/** Equal, not contained: a company may be called like a part of an honest client's name. */
export function imitatesCompany(clientName: string, companyName: string): boolean {
  const [client, company] = [clientName, companyName].map((name) => toSkeleton(withoutLegalForm(name)));
  return company !== "" && client === company;
}
