/** A text as HTML shows it. */
export const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
