import type { Context } from "../../context.ts";
import { conflict, notFound, unavailable } from "../../kernel/errors.ts";
import type { FileBody } from "../../kernel/file.ts";
import { paymentText, qrSvg } from "./payment-code.ts";
import { findInvoice, type InvoiceRecord } from "./queries.ts";
import { readBillingSettings } from "./settings.ts";

async function getInvoice({ db }: Context, id: string): Promise<InvoiceRecord> {
  const invoice = await findInvoice(db, id);
  if (invoice === undefined) throw notFound("invoice");
  return invoice;
}

export async function getInvoicePdf(ctx: Context, id: string): Promise<FileBody> {
  const invoice = await getInvoice(ctx, id);
  const { invoicePdf } = await import("./pdf.ts");
  return { name: `${invoice.number}.pdf`, content: invoicePdf(invoice, readBillingSettings(ctx)) };
}

export async function getInvoiceQr(ctx: Context, id: string): Promise<FileBody> {
  const invoice = await getInvoice(ctx, id);
  if (invoice.state !== "open") throw conflict("status");
  const billing = readBillingSettings(ctx);
  const text = billing === undefined || billing.iban === "" ? undefined : paymentText(invoice, billing);
  if (text === undefined) throw unavailable("iban");
  const bytes = Buffer.from(qrSvg(text));
  return { name: `${invoice.number}.svg`, size: bytes.length, content: onePart(bytes) };
}

async function* onePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
