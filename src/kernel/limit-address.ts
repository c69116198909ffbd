const gmailDomains = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox behind an address, to count what is sent to it: without a subaddress (`jana+shop@`), and at Gmail without dots. For
 * limits only; contacts and suppressions have addresses as they were written.
 */
export function limitAddress(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const [written, domain] = [address.slice(0, at), address.slice(at + 1)];
  const plus = written.indexOf("+");
  const local = plus > 0 ? written.slice(0, plus) : written;
  if (!gmailDomains.has(domain)) return `${local}@${domain}`;
  return `${local.replaceAll(".", "") || local}@gmail.com`;
}
