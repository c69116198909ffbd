export const roleSlovak = () => ({
  searchContact: "Hľadať kontakt…",
  states: {
    active: "Odoberá",
    unconfirmed: "Čaká na potvrdenie",
    customer: "Zákazník",
    unsubscribed: "Odhlásený",
    bounced: "Nedoručiteľný",
    complained: "Sťažnosť",
    blacklisted: "Blokovaný",
  },
  engagements: {
    A: "A: veľmi aktívny",
    B: "B: aktívny",
    C: "C: občasný",
    D: "D: zaspávajúci",
    E: "E: neaktívny",
    N: "N: nový",
  },
});
