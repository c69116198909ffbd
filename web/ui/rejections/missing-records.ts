/**
 * The domain of a sender and the DNS records that it lacks, like `shop.cz: SPF, DMARC`, from an issue or a refusal. Alignment is
 * missing only where DKIM is, and comes with it.
 */
export function describeMissingRecords({ domain, missing }: Readonly<Record<string, unknown>>): string {
  const names = (Array.isArray(missing) ? missing.map(String) : String(missing).split(", ")).filter(
    (name) => name !== "alignment",
  );
  return `${String(domain)}: ${names.join(", ").toUpperCase()}`;
}
