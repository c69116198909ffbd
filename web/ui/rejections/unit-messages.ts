import type { Unit } from "../../../src/kernel/errors.ts";

/** Units of limits, as the API names them; a new one without a name does not compile. */
type UnitNames = Readonly<Record<Unit, string>>;

export const czechUnits: UnitNames = {
  bytes: "bajty",
  characters: "znaky",
  codes: "kódy",
  columns: "sloupce",
  contacts: "kontakty",
  days: "dny",
  elements: "prvky",
  hours: "hodiny",
  levels: "úrovně",
  pixels: "pixely",
  rows: "řádky",
  segments: "segmenty",
};

export const slovakUnits: UnitNames = {
  bytes: "bajty",
  characters: "znaky",
  codes: "kódy",
  columns: "stĺpce",
  contacts: "kontakty",
  days: "dni",
  elements: "prvky",
  hours: "hodiny",
  levels: "úrovne",
  pixels: "pixely",
  rows: "riadky",
  segments: "segmenty",
};

export const englishUnits: UnitNames = {
  bytes: "bytes",
  characters: "characters",
  codes: "codes",
  columns: "columns",
  contacts: "contacts",
  days: "days",
  elements: "elements",
  hours: "hours",
  levels: "levels",
  pixels: "pixels",
  rows: "rows",
  segments: "segments",
};
