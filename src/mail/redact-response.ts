const maxLength = 300;

/** Printable ASCII without `@`, runs of blanks or blanks at the ends, as most replies are. */
const isPlain = /^(?! )(?:[!-?A-~]| (?! |$)){0,300}$/;

/** The server's reply for display: without addresses, and without the local part of the contact's own. */
export function redactAddresses(response: string, email: string): string {
  const [local = ""] = email.split("@");
  // A campaign whose replies are stored redacts one for every message.
  if (isPlain.test(response) && (local.length < 3 || !response.toLowerCase().includes(local.toLowerCase()))) {
    return response;
  }
  const plain = response
    .slice(0, 2000)
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll(/[^\s<>()[\]{}"',;:=]+@[^\s<>()[\]{}"',;:=]+/g, "…");
  const named = local.length < 3 ? plain : plain.replaceAll(new RegExp(escape(local), "gi"), "…");
  // Cutting may leave a lone surrogate, which PostgreSQL rejects.
  return named
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, maxLength)
    .replaceAll(/\p{Cs}/gu, "");
}

const escape = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
