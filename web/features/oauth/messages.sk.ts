export const appsSlovak = () => ({
  title: "Pripojené aplikácie",
  facts:
    "Aplikácie a asistenti, ktorým niekto z vás povolil prístup. Nikdy nemajú viac práv ako ten, kto ich pripojil.",
  columns: {
    app: "Aplikácia",
    scope: "Rozsah",
    member: "Za koho",
    lastUsed: "Naposledy použitá",
    since: "Pripojená",
  },
  scopes: { read: "Len čítanie", full: "Čítanie aj zmeny" },
  never: "zatiaľ nepoužitá",
  menu: (name: string) => `Akcie pre aplikáciu ${name}`,
  disconnect: "Odpojiť aplikáciu",
  disconnectTitle: (name: string) => `Odpojiť aplikáciu ${name}`,
  disconnectText: "Prístup sa skončí hneď. Aplikácia sa môže pripojiť znova, len keď to zase niekto povolí.",
  disconnected: (name: string) => `${name} už nemá prístup`,
  empty: "Žiadna aplikácia nie je pripojená",
  emptyText: "Asistent alebo iná aplikácia sa pripojí na tejto adrese. Čo smie, schválite pri pripojení.",
  address: "Adresa pre asistentov (MCP)",
});
