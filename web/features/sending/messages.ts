import { defineMessages } from "../../i18n/messages.tsx";
import { sendingSlovak } from "./messages.sk.ts";

export const sendingMessages = defineMessages(
  () => ({
    title: "Doručitelnost",
    facts: "Kdo za vás smí posílat a jak jsou nastavené vaše domény.",
    tabs: {
      domains: "Domény",
      senders: "Odesílatelé",
      connections: "Připojení",
      testRecipients: "Testovací adresy",
      dmarc: "Zprávy DMARC",
      hooks: "Nedoručené a stížnosti",
      providers: "Poskytovatelé",
    },
    setup: {
      title: "Co teď funguje",
      done: "hotovo",
      required: "bez toho nic neodejde",
      missing: "chybí",
      steps: {
        sender_verified: "Ověřený odesílatel",
        company_address: "Adresa společnosti v patičce",
        sending_allowed: "Odesílání je povolené",
        domain_verified: "Ověřená doména (DKIM)",
        spf: "SPF",
        dmarc: "DMARC",
        return_path: "Vlastní zpáteční adresa",
        tracking: "Vlastní doména odkazů",
        test_recipients: "Testovací adresy",
        mail_mode: "Ostrý provoz",
      },
    },
  }),
  () => ({
    title: "Deliverability",
    facts: "Who may send for you, and how your domains are set up.",
    tabs: {
      domains: "Domains",
      senders: "Senders",
      connections: "Connections",
      testRecipients: "Test addresses",
      dmarc: "DMARC reports",
      hooks: "Bounces and complaints",
      providers: "Providers",
    },
    setup: {
      title: "What works now",
      done: "done",
      required: "nothing leaves without it",
      missing: "missing",
      steps: {
        sender_verified: "Verified sender",
        company_address: "Company address in the footer",
        sending_allowed: "Sending is allowed",
        domain_verified: "Verified domain (DKIM)",
        spf: "SPF",
        dmarc: "DMARC",
        return_path: "Own return path",
        tracking: "Own link domain",
        test_recipients: "Test addresses",
        mail_mode: "Live mode",
      },
    },
  }),
  sendingSlovak,
);
