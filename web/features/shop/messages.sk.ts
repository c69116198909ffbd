export const shopSlovak = () => ({
  title: "E-shop",
  facts: "Objednávky, kupóny a produkty, s ktorými pracujú segmenty, e-maily a automatizácie.",
  tabs: { orders: "Objednávky", coupons: "Kupóny", feeds: "Feedy", conversions: "Tržby z e-mailov" },
});
