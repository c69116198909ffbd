import { ZipError, zipEntries, type ZipEntry } from "../../../kernel/zip.ts";
import { maxPartBytes, maxSharedTextBytes, maxSheetBytes } from "./limits.ts";
import { readDateStyles } from "./number-formats.ts";
import { readXml } from "./read-xml.ts";
import { plainText, readSheetRows } from "./sheet-rows.ts";

/** The rows of the first visible sheet of a workbook (Office Open XML), in groups. */
export async function* readWorkbookRows(zip: Buffer): AsyncGenerator<readonly string[][]> {
  const entries = new Map(zipEntries(zip).map((entry) => [entry.name, entry]));
  const workbookPath = (await readTargets(entries, "_rels/.rels")).byType.get("officeDocument") ?? "xl/workbook.xml";
  const [folder, name] = splitPath(workbookPath);
  const { byId, byType } = await readTargets(entries, `${folder}_rels/${name}.rels`);
  const { sheetId, isFrom1904 } = await readSheetList(getPart(entries, workbookPath));
  const sheet = getPart(entries, byId.get(sheetId) ?? "");
  const texts = entries.get(byType.get("sharedStrings") ?? "");
  const styles = entries.get(byType.get("styles") ?? "");
  yield* readSheetRows(sheet.stream(maxSheetBytes), {
    sharedTexts: texts === undefined ? [] : await readSharedTexts(texts),
    isDate: await readDateStyles(styles?.stream(maxPartBytes)),
    isFrom1904,
  });
}

type Entries = ReadonlyMap<string, ZipEntry>;

function getPart(entries: Entries, path: string): ZipEntry {
  const entry = entries.get(path);
  if (entry === undefined) throw new ZipError("no workbook");
  return entry;
}

const splitPath = (path: string): [folder: string, name: string] => {
  const end = path.lastIndexOf("/") + 1;
  return [path.slice(0, end), path.slice(end)];
};

/** Paths of parts that another part refers to, by the id of the reference and by the last word of its type. */
async function readTargets(entries: Entries, relationsPath: string) {
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  const entry = entries.get(relationsPath);
  // `xl/_rels/workbook.xml.rels` refers to parts below `xl`.
  const folder = relationsPath.slice(0, relationsPath.indexOf("_rels/"));
  const pieces = readXml(entry?.stream(maxPartBytes) ?? noContent(), {
    open: (name, { Id, Type, Target }) => {
      if (name !== "Relationship" || Target === undefined) return;
      const path = Target.startsWith("/") ? Target.slice(1) : `${folder}${Target}`;
      if (Id !== undefined) byId.set(Id, path);
      if (Type !== undefined) byType.set(splitPath(Type)[1], path);
    },
  });
  for await (const _piece of pieces);
  return { byId, byType };
}

async function* noContent(): AsyncGenerator<Uint8Array> {}

async function readSheetList(workbook: ZipEntry): Promise<{ sheetId: string; isFrom1904: boolean }> {
  let sheetId: string | undefined;
  let isFrom1904 = false;
  const pieces = readXml(workbook.stream(maxPartBytes), {
    open: (name, attributes) => {
      if (name === "workbookPr") isFrom1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      if (name !== "sheet" || (attributes["state"] ?? "visible") !== "visible") return;
      sheetId ??= Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
    },
  });
  for await (const _piece of pieces);
  if (sheetId === undefined) throw new ZipError("no visible sheet");
  return { sheetId, isFrom1904 };
}

/** Texts that cells refer to by their number. */
async function readSharedTexts(entry: ZipEntry): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let isText = false;
  let isPhonetic = false;
  const pieces = readXml(entry.stream(maxSharedTextBytes), {
    open: (name) => {
      if (name === "si") text = "";
      if (name === "rPh") isPhonetic = true;
      if (name === "t") isText = !isPhonetic;
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (name) => {
      if (name === "t") isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name === "si") texts.push(plainText(text));
    },
  });
  for await (const _piece of pieces);
  return texts;
}
