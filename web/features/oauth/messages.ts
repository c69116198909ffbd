import { defineMessages } from "../../i18n/messages.tsx";
import { appsSlovak } from "./messages.sk.ts";

export const appsMessages = defineMessages(
  () => ({
    title: "Připojené aplikace",
    facts: "Aplikace a asistenti, kterým někdo z vás dovolil přístup. Nikdy nemají více práv než ten, kdo je připojil.",
    columns: {
      app: "Aplikace",
      scope: "Rozsah",
      member: "Za koho",
      lastUsed: "Naposledy použita",
      since: "Připojena",
    },
    scopes: { read: "Jen čtení", full: "Čtení i změny" },
    never: "zatím nepoužita",
    menu: (name: string) => `Akce pro aplikaci ${name}`,
    disconnect: "Odpojit aplikaci",
    disconnectTitle: (name: string) => `Odpojit aplikaci ${name}`,
    disconnectText: "Přístup skončí hned. Aplikace se může připojit znovu, jen když to zase někdo dovolí.",
    disconnected: (name: string) => `${name} už nemá přístup`,
    empty: "Žádná aplikace není připojená",
    emptyText: "Asistent nebo jiná aplikace se připojí na této adrese. Co smí, schválíte při připojení.",
    address: "Adresa pro asistenty (MCP)",
  }),
  () => ({
    title: "Connected apps",
    facts:
      "Apps and assistants that one of you allowed in. They never have more rights than the person who connected them.",
    columns: { app: "App", scope: "Scope", member: "Connected by", lastUsed: "Last used", since: "Connected" },
    scopes: { read: "Read only", full: "Read and change" },
    never: "not used yet",
    menu: (name) => `Actions for the app ${name}`,
    disconnect: "Disconnect app",
    disconnectTitle: (name) => `Disconnect the app ${name}`,
    disconnectText: "Its access ends at once. The app can connect again only when somebody allows it again.",
    disconnected: (name) => `${name} no longer has access`,
    empty: "No app is connected",
    emptyText: "An assistant or another app connects at this address. You approve what it may do when it does.",
    address: "Address for assistants (MCP)",
  }),
  appsSlovak,
);
