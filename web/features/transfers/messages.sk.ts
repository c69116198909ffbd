export const transfersSlovak = () => ({
  title: "Importy a exporty",
  imports: "Importy",
  exports: "Exporty",
  delimiters: { ",": "čiarka", ";": "bodkočiarka", "\t": "tabulátor", "|": "zvislá čiara" },
  encodings: {
    "utf-8": "UTF-8",
    "utf-16le": "UTF-16 LE",
    "utf-16be": "UTF-16 BE",
    "windows-1250": "Windows-1250 (stredoeurópske)",
    "iso-8859-2": "ISO 8859-2 (stredoeurópske)",
  },
});
