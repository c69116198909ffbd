const maxLength = 300;

/** What a server said, for people to read: without any address, and without the name in front of the contact's own. */
export function redactAddresses(response: string, email: string): string {
  const plain = response
    .slice(0, 2000)
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll(/[^\s<>()[\]{}"',;:=]+@[^\s<>()[\]{}"',;:=]+/g, "…");
  const [local = ""] = email.split("@");
  const named = local.length < 3 ? plain : plain.replaceAll(new RegExp(escape(local), "gi"), "…");
  // A cut may leave half of a character pair, which no column holds.
  return named
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, maxLength)
    .replaceAll(/\p{Cs}/gu, "");
}

const escape = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
