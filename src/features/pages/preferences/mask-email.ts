/** Masks the address so that only its owner recognizes it: the link may have been forwarded. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return `${first}***${email.slice(at)}`;
}
