import { defineWords } from "../i18n/words.tsx";
import type { Issue } from "./model/source.ts";

export const issueWords = defineWords(
  () => ({
    line: (line: number) => ` (řádek ${line})`,
    other: (code: string) => `Kontrola hlásí: ${code.replaceAll("_", " ")}.`,
    subject_empty: "Předmět je prázdný.",
    subject_line_break: "V předmětu je konec řádku.",
    subject_long: "Předmět je dlouhý, schránky ho zkrátí.",
    subject_capitals: "Předmět je celý velkými písmeny.",
    preheader_missing: "Chybí text za předmětem.",
    preheader_line_break: "V textu za předmětem je konec řádku.",
    preheader_long: "Text za předmětem je dlouhý.",
    html_empty: "E-mail je prázdný.",
    unsubscribe_missing: "Chybí odkaz na odhlášení, doplníme ho na konec.",
    text_missing: "V e-mailu je málo textu.",
    script: "E-mail obsahuje skript. Při odeslání ho odstraníme.",
    script_handler: "E-mail obsahuje obsluhu událostí. Při odeslání ji odstraníme.",
    script_link: "Odkaz spouští skript.",
    embedded: "E-mail obsahuje vložený prvek, který schránky nezobrazí.",
    form: "E-mail obsahuje formulář, který schránky nezobrazí.",
    external_style: "Cizí soubor se styly schránky nenačtou.",
    image_alt_missing: "Obrázek nemá popis.",
    image_source_missing: "Obrázek nemá adresu.",
    image_insecure: "Obrázek je na adrese bez https.",
    image_embedded: "Obrázek je vložený přímo v kódu, řada schránek ho nezobrazí.",
    image_relative: "Obrázek nemá celou adresu.",
    link_empty: "Odkaz je prázdný.",
    link_relative: "Odkaz nemá celou adresu.",
    html_not_closed: "Některá značka není uzavřená.",
    html_too_large: "E-mail je delší než 102 kB, Gmail ho zkrátí.",
    html_too_complex: "HTML je příliš složité na zpracování.",
    mjml_invalid: "Kód MJML není platný.",
    mjml_unknown_element: "MJML takovou značku nezná.",
    mjml_not_closed: "Značka MJML není uzavřená.",
    mjml_too_complex: "MJML je příliš složité na zpracování.",
    mjml_too_large: "Kód MJML je příliš dlouhý.",
    merge_tag_unknown: "Takový údaj neexistuje, zůstane prázdný.",
    merge_tag_broken: "Údaj je napsaný špatně.",
    twig_syntax: "V kódu Twig je chyba.",
  }),
  () => ({
    line: (line) => ` (line ${line})`,
    other: (code) => `The check reports: ${code.replaceAll("_", " ")}.`,
    subject_empty: "The subject is empty.",
    subject_line_break: "The subject has a line break.",
    subject_long: "The subject is long, mailboxes will cut it.",
    subject_capitals: "The subject is all in capitals.",
    preheader_missing: "The text after the subject is missing.",
    preheader_line_break: "The text after the subject has a line break.",
    preheader_long: "The text after the subject is long.",
    html_empty: "The e-mail is empty.",
    unsubscribe_missing: "The unsubscribe link is missing, it will be added at the end.",
    text_missing: "There is little text in the e-mail.",
    script: "The e-mail has a script. It is removed when sending.",
    script_handler: "The e-mail has an event handler. It is removed when sending.",
    script_link: "A link runs a script.",
    embedded: "The e-mail has an embedded object that mailboxes do not show.",
    form: "The e-mail has a form that mailboxes do not show.",
    external_style: "Mailboxes do not load a foreign style sheet.",
    image_alt_missing: "An image has no description.",
    image_source_missing: "An image has no address.",
    image_insecure: "An image has an address without https.",
    image_embedded: "An image is embedded in the code, many mailboxes do not show it.",
    image_relative: "An image has no full address.",
    link_empty: "A link is empty.",
    link_relative: "A link has no full address.",
    html_not_closed: "An element is not closed.",
    html_too_large: "The e-mail is longer than 102 kB, Gmail will clip it.",
    html_too_complex: "The HTML is too complex to process.",
    mjml_invalid: "The MJML code is not valid.",
    mjml_unknown_element: "MJML does not know such an element.",
    mjml_not_closed: "An MJML element is not closed.",
    mjml_too_complex: "The MJML is too complex to process.",
    mjml_too_large: "The MJML code is too long.",
    merge_tag_unknown: "There is no such data, it stays empty.",
    merge_tag_broken: "The data field is written wrongly.",
    twig_syntax: "There is an error in the Twig code.",
  }),
);

type IssueWords = ReturnType<(typeof issueWords)["cs"]>;

/** A sentence for a finding of the check, with what it concerns. */
export function describeIssue({ code, line, params }: Issue, words: IssueWords): string {
  const known = Object.entries(words).find(([name]) => name === code)?.[1];
  const sentence = typeof known === "string" ? known : words.other(code);
  const subject = params["tag"] ?? params["url"] ?? params["src"] ?? params["element"];
  const about = typeof subject === "string" && subject !== "" ? ` ${subject}` : "";
  return `${sentence}${about}${line === undefined ? "" : words.line(line)}`;
}
