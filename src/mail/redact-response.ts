const maxLength = 300;

/** The server's reply for display: without addresses, and without the local part of the contact's own. */
export function redactAddresses(response: string, email: string): string {
  const plain = response
    .slice(0, 2000)
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll(/[^\s<>()[\]{}"',;:=]+@[^\s<>()[\]{}"',;:=]+/g, "…");
  const [local = ""] = email.split("@");
  const named = local.length < 3 ? plain : plain.replaceAll(new RegExp(escape(local), "gi"), "…");
  // Cutting may leave a lone surrogate, which PostgreSQL rejects.
  return named
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, maxLength)
    .replaceAll(/\p{Cs}/gu, "");
}

const escape = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
