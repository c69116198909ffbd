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

const isLetter = /[\p{L}\p{N}]/u;

/** What a reader takes a name for: no case, diacritics, spaces or punctuation, and look-alikes as the Latin letter. */
export const skeletonOf = (name: string): string =>
  Array.from(fold(name.normalize("NFKC")), (letter) => lookAlikes.get(letter) ?? letter)
    .filter((letter) => isLetter.test(letter))
    .join("");

/** Anybody may register a client: one that is called like the product would look like a part of it. */
export const imitatesProduct = (clientName: string): boolean =>
  skeletonOf(clientName).includes(skeletonOf(productName));

const legalForm =
  /[\s,]+(?:s\.?\s*r\.?\s*o|spol|a\.?\s*s|k\.?\s*s|v\.?\s*o\.?\s*s|z\.?\s*s|o\.?\s*p\.?\s*s|sp\.?\s*z\s*o\.?\s*o|ltd|inc|llc|plc|corp|gmbh|ag|se)\.?\s*$/i;

/** As people say it: without the legal form. */
function withoutLegalForm(name: string): string {
  const shorter = name.trim().replace(legalForm, "");
  return shorter === name.trim() ? shorter : withoutLegalForm(shorter);
}

/** Equal, not contained: a company may be called like a part of an honest client's name. */
export function imitatesCompany(clientName: string, companyName: string): boolean {
  const [client, company] = [clientName, companyName].map((name) => skeletonOf(withoutLegalForm(name)));
  return company !== "" && client === company;
}
