import { fileURLToPath } from "node:url";
import Pdfkit from "pdfkit";
import { encode } from "uqr";
import type { BillingSettings } from "./settings.ts";
import { packageFile } from "../../package.ts";
import { paymentText } from "./payment-code.ts";
import type { InvoiceRecord } from "./queries.ts";

/** DejaVu with the letters of European and neighbouring languages. */
const fontFile = (name: string): string => fileURLToPath(packageFile(`src/features/billing/fonts/${name}.ttf`));

type Pdf = InstanceType<typeof Pdfkit>;

const left = 50;
const right = 545;
const middle = 310;

/** Czech for Czech and Slovak companies, English for others. */
const words = {
  cs: {
    invoice: "Faktura – daňový doklad",
    seller: "Dodavatel",
    buyer: "Odběratel",
    companyId: "IČO",
    vatId: "DIČ",
    issued: "Datum vystavení",
    taxed: "Datum zdanitelného plnění",
    due: "Datum splatnosti",
    account: "Účet (IBAN)",
    symbol: "Variabilní symbol",
    item: "Rozesílání e-mailů za období",
    recap: "Rekapitulace DPH",
    base: "Základ",
    rate: "Sazba",
    vat: "DPH",
    total: "Celkem",
    toPay: "Celkem k úhradě",
    paid: "Uhrazeno",
    reverse: "Daň odvede zákazník (přenesení daňové povinnosti).",
    qr: "QR platba",
  },
  en: {
    invoice: "Invoice",
    seller: "Supplier",
    buyer: "Customer",
    companyId: "Company ID",
    vatId: "VAT ID",
    issued: "Issued",
    taxed: "Date of supply",
    due: "Due",
    account: "Account (IBAN)",
    symbol: "Reference",
    item: "E-mail sending, period",
    recap: "VAT summary",
    base: "Base",
    rate: "Rate",
    vat: "VAT",
    total: "Total",
    toPay: "Total to pay",
    paid: "Paid",
    reverse: "Reverse charge: VAT is to be accounted for by the customer.",
    qr: "QR payment",
  },
} as const;

type Words = (typeof words)[keyof typeof words];

/** A stream of the file; the font is embedded with the letters in use. */
export function invoicePdf(invoice: InvoiceRecord, seller: BillingSettings | undefined): AsyncIterable<Buffer> {
  const text = ["CZ", "SK", null].includes(invoice.customer.country) ? words.cs : words.en;
  const pdf = new Pdfkit({
    size: "A4",
    margin: left,
    font: fontFile("DejaVuSans"),
    info: { Title: `${text.invoice} ${invoice.number}` },
  });
  pdf.registerFont("bold", fontFile("DejaVuSans-Bold")).registerFont("plain", fontFile("DejaVuSans"));
  pdf.font("bold").fontSize(18).text(`${text.invoice} ${invoice.number}`, left, 50);
  drawParties(pdf, text, { invoice, seller });
  drawDates(pdf, text, { invoice, seller });
  drawAmounts(pdf, text, invoice);
  drawPayment(pdf, text, { invoice, seller });
  pdf.end();
  return pdf;
}

type Parts = { readonly invoice: InvoiceRecord; readonly seller: BillingSettings | undefined };

function drawParties(pdf: Pdf, text: Words, { invoice: { customer }, seller }: Parts): void {
  const numbers = (companyId: string | null, vatId: string | null) => [
    companyId === null || companyId === "" ? "" : `${text.companyId}: ${companyId}`,
    vatId === null || vatId === "" ? "" : `${text.vatId}: ${vatId}`,
  ];
  const sellerLines = [
    ...(seller?.address ?? "").split(",").map((line) => line.trim()),
    seller?.country ?? "",
    ...numbers(seller?.companyId ?? null, seller?.vatId ?? null),
  ];
  const buyerLines = [
    customer.street ?? "",
    `${customer.postalCode ?? ""} ${customer.city ?? ""}`.trim(),
    customer.country ?? "",
    ...numbers(customer.companyId, customer.vatId),
  ];
  drawParty(pdf, left, { title: text.seller, name: seller?.name ?? "", lines: sellerLines });
  drawParty(pdf, middle, { title: text.buyer, name: customer.name, lines: buyerLines });
}

function drawParty(pdf: Pdf, x: number, party: { title: string; name: string; lines: readonly string[] }): void {
  const width = middle - left - 25;
  pdf.font("plain").fontSize(9).fillColor("#666").text(party.title, x, 100, { width });
  pdf.font("bold").fontSize(11).fillColor("#000").text(party.name, { width });
  pdf.font("plain").fontSize(10);
  for (const line of party.lines) if (line !== "") pdf.text(line, { width });
}

const formatDay = (date: Date): string => localDay(date.toISOString().slice(0, 10));
const localDay = (day: string): string => {
  const [year, month, date] = day.split("-").map(Number);
  return `${date}. ${month}. ${year}`;
};

function drawDates(pdf: Pdf, text: Words, { invoice, seller }: Parts): void {
  const rows = [
    [text.issued, formatDay(invoice.issuedAt)],
    [text.taxed, formatDay(invoice.issuedAt)],
    [text.due, formatDay(invoice.dueAt)],
    [text.account, seller?.iban ?? ""],
    [text.symbol, invoice.number],
  ] as const;
  rows.forEach(([name, value], index) => {
    const y = 240 + index * 16;
    pdf.fontSize(10).fillColor("#666").text(name, left, y).fillColor("#000").text(value, 230, y);
  });
}

const lastDay = (end: string): string => {
  const day = new Date(`${end}T00:00:00Z`);
  return new Date(day.getTime() - 86_400_000).toISOString().slice(0, 10);
};

function drawAmounts(pdf: Pdf, text: Words, invoice: InvoiceRecord): void {
  const money = (amount: string) => `${amount.replace(".", text === words.cs ? "," : ".")} ${invoice.currency}`;
  const period = `${localDay(invoice.periodFrom)} – ${localDay(lastDay(invoice.periodTo))}`;
  drawRow(pdf, 345, [`${text.item} ${period}`, "", "", money(invoice.totalWithoutVat)], "plain");
  drawLine(pdf, 365);
  pdf.font("bold").fontSize(10).text(text.recap, left, 385);
  drawRow(pdf, 405, [text.rate, text.base, text.vat, text.total], "plain");
  drawLine(pdf, 420);
  const rate = `${invoice.vatRate} %`;
  drawRow(pdf, 427, [rate, money(invoice.totalWithoutVat), money(invoice.vat), money(invoice.total)], "plain");
  if (invoice.isReverseCharge) pdf.font("plain").fontSize(10).text(text.reverse, left, 450);
  const sum = invoice.state === "paid" ? text.paid : text.toPay;
  drawRow(pdf, 480, [sum, "", "", money(invoice.total)], "bold");
}

function drawRow(pdf: Pdf, y: number, cells: readonly [string, string, string, string], font: "plain" | "bold"): void {
  const columns = [
    { x: left, width: 330, align: "left" },
    { x: 180, width: 110, align: "right" },
    { x: 300, width: 110, align: "right" },
    { x: 420, width: right - 420, align: "right" },
  ] as const;
  pdf.font(font).fontSize(font === "bold" ? 13 : 10);
  columns.forEach(({ x, width, align }, index) => {
    const cell = cells[index] ?? "";
    if (cell !== "") pdf.text(cell, x, y, { width, align, lineBreak: false });
  });
}

const drawLine = (pdf: Pdf, y: number): void => {
  pdf.moveTo(left, y).lineTo(right, y).strokeColor("#ccc").stroke();
};

const qrSide = 120;

function drawPayment(pdf: Pdf, text: Words, { invoice, seller }: Parts): void {
  if (invoice.state !== "open" || seller === undefined || seller.iban === "") return;
  const code = paymentText(invoice, seller);
  if (code === undefined) return;
  const { data, size } = encode(code, { ecc: "M", border: 4 });
  const unit = qrSide / size;
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) pdf.rect(left + x * unit, 530 + y * unit, unit, unit);
    }),
  );
  pdf.fillColor("#000").fill();
  pdf
    .font("plain")
    .fontSize(9)
    .text(text.qr, left, 530 + qrSide + 5);
}
