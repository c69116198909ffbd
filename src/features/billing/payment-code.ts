import { encode } from "uqr";
import { fold } from "../../kernel/text.ts";
import { html, toHtmlString } from "../../kernel/html.ts";

type PayableInvoice = {
  readonly number: string;
  readonly currency: string;
  readonly total: string;
  readonly dueAt: Date;
};
type Account = { readonly iban: string; readonly name: string };

/** SPAYD for Czech crowns, EPC069-12 (version 2) for euros; undefined for other currencies. */
export function paymentText(invoice: PayableInvoice, account: Account): string | undefined {
  const iban = account.iban.replaceAll(/\s/g, "").toUpperCase();
  if (invoice.currency === "CZK") {
    const due = invoice.dueAt.toISOString().slice(0, 10).replaceAll("-", "");
    const fields = [`ACC:${iban}`, `AM:${invoice.total}`, "CC:CZK", `DT:${due}`, `X-VS:${invoice.number}`];
    return ["SPD", "1.0", ...fields, `MSG:FAKTURA ${invoice.number}`].join("*");
  }
  if (invoice.currency !== "EUR") return undefined;
  const name = fold(account.name).toUpperCase().slice(0, 70);
  return ["BCD", "002", "1", "SCT", "", name, iban, `EUR${invoice.total}`, "", "", `Invoice ${invoice.number}`].join(
    "\n",
  );
}

/** Modules as one path on white, with the quiet zone of four modules that readers need. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img">` +
    `${toHtmlString(html`<title>${text}</title>`)}<rect width="${size}" height="${size}" fill="#fff"/>` +
    `<path d="${modules.join("")}" fill="#000"/></svg>`
  );
}
