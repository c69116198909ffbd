/** As much of an address as its owner needs to recognise it; the link may have been passed on. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return `${first}***${email.slice(at)}`;
}
