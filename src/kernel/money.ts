/**
 * Normalizes a decimal: two decimals, three or four where needed, no leading zeros. Accepts the database's and
 * requests' forms (`1500.5`, `1500.5000`, `007`).
 */
export function decimalText(text: string): string {
  const [whole = "0", decimals = ""] = text.replace(/^-/, "").split(".");
  const kept = decimals.replace(/0+$/, "").padEnd(2, "0");
  const number = `${whole.replace(/^0+(?=\d)/, "")}.${kept}`;
  return text.startsWith("-") && /[1-9]/.test(number) ? `-${number}` : number;
}
