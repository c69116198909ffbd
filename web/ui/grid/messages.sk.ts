export const gridSlovak = () => ({
  viewSaved: "Pohľad je uložený",
  shareView: "Pre všetkých v spoločnosti",
  findColumn: "Nájsť stĺpec",
});
