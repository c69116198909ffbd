/** Where a form was seen: the page without its query, and what led there; empty when unknown. */
export type ViewOrigin = { readonly page: string; readonly source: string };

const maxPageLength = 300;
const maxSourceLength = 100;

/** Characters that no column stores. */
const unprintable = /[\p{Cc}\p{Cs}]/gu;

/** A path may hold an address, as links of newsletters do. */
const hasAddress = (text: string): boolean => /@|%40/i.test(text);

export function toViewOrigin(page: string | null, referrer: string | null): ViewOrigin {
  return { page: toViewedPage(page), source: toViewSource(page, referrer) };
}

/** The address of a page without query and fragment. */
function toViewedPage(address: string | null): string {
  if (address === null) return "";
  const { origin, pathname } = new URL(address);
  return hasAddress(pathname) ? `${origin}/` : `${origin}${pathname}`.slice(0, maxPageLength);
}

/** The campaign parameter of the page, else the host of the page before; empty for visitors that came directly. */
function toViewSource(page: string | null, referrer: string | null): string {
  const parameter = page === null ? null : new URL(page).searchParams.get("utm_source");
  const named = (parameter ?? "").replaceAll(unprintable, "").trim();
  if (named !== "" && !hasAddress(named)) return named.toLowerCase().slice(0, maxSourceLength);
  if (referrer === null) return "";
  const { host } = new URL(referrer);
  return page !== null && host === new URL(page).host ? "" : host.slice(0, maxSourceLength);
}
