import { toZip } from "./platform-migrations.ts";

type WorkbookParts = {
  /** Rows as XML. */
  sheet: string;
  /** Shared texts as XML. */
  texts?: string;
  properties?: string;
};

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** The files of a workbook whose first sheet is hidden. Styles 1 and 2 are days. */
export const workbookFiles = ({ sheet, texts = "", properties = "" }: WorkbookParts) => ({
  "_rels/.rels": `<Relationships>${relation("r1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
  "xl/workbook.xml": `<workbook>${properties}<sheets>
    <sheet name="Hidden" sheetId="1" state="hidden" r:id="r1"/><sheet name="People" sheetId="2" r:id="r2"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships>${relation("r1", "worksheet", "worksheets/sheet1.xml")}
    ${relation("r2", "worksheet", "worksheets/sheet2.xml")}${relation("r3", "sharedStrings", "sharedStrings.xml")}
    ${relation("r4", "styles", "styles.xml")}</Relationships>`,
  "xl/sharedStrings.xml": `<sst>${texts}</sst>`,
  "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d\\. m\\. yyyy h:mm"/>
    <numFmt numFmtId="165" formatCode="[Red]0 &quot;dny&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
  "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>`,
  "xl/worksheets/sheet2.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
});

export const aWorkbook = (parts: WorkbookParts): Buffer => toZip(workbookFiles(parts));
