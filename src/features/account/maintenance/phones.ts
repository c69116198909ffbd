import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Profile } from "../../../kernel/contact-columns.ts";

type NumberKind = "mobile" | "landline" | "unknown";

/** Numbers of countries whose plan does not tell landlines from mobiles are unknown. */
function classifyNumber(text: string, country: string): NumberKind {
  const number = parsePhoneNumberFromString(text, isSupportedCountry(country) ? { defaultCountry: country } : {});
  const type = number?.getType();
  if (type === "MOBILE") return "mobile";
  return type === "FIXED_LINE" ? "landline" : "unknown";
}

/** The number moves as it is written, only into an empty field. */
export function movedNumbers(
  { phone, mobile }: Pick<Profile, "phone" | "mobile">,
  country: string,
): Partial<Pick<Profile, "phone" | "mobile">> {
  if (phone !== null && mobile === null && classifyNumber(phone, country) === "mobile")
    return { phone: null, mobile: phone };
  if (mobile !== null && phone === null && classifyNumber(mobile, country) === "landline")
    return { phone: mobile, mobile: null };
  return {};
}
