/** The nonce for style elements that libraries add. Browsers hide the attribute from scripts and keep the value in the property. */
export const styleNonce = (): string => document.querySelector<HTMLElement>("[nonce]")?.nonce ?? "";
