import { validation } from "../../kernel/errors.ts";

/** The contract lets through what begins like a web address; what a browser would not open is refused here. */
export function requireWebAddress(field: string, address: string | null | undefined): void {
  if (address === null || address === undefined) return;
  if (!URL.canParse(address)) throw validation(field);
}
