import { defineMessages } from "../../i18n/messages.tsx";
import { testLimitSlovak } from "./test-limits.sk.ts";

/** The limits of a company's test e-mails, which count days in UTC. */
export const testLimitMessages = defineMessages(
  () => ({
    day: "Společnost dnes poslala nejvyšší počet testovacích e-mailů. Další půjdou poslat zítra.",
    strangers:
      "Na adresy, které nepatří členům týmu ani kontaktům, dnes další test neodejde. Pošlete ho na adresu člena nebo kontaktu, nebo zítra.",
  }),
  () => ({
    day: "The company sent as many test e-mails today as it may. More can be sent tomorrow.",
    strangers:
      "No more tests go today to addresses of neither members nor contacts. Send it to a member or a contact, or tomorrow.",
  }),
  testLimitSlovak,
);

type TestLimits = Readonly<Record<"day" | "strangers", string>>;

export const testLimitErrors = ({ day, strangers }: TestLimits) =>
  ({ "rate_limited test-emails-day": day, "rate_limited test-strangers-day": strangers }) as const;
