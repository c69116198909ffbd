import {
  columnsOf,
  createId,
  createSection,
  edited,
  isSingle,
  findPlace,
  type Block,
  type EmailDocument,
  type Part,
  type Place,
  type Settings,
} from "./document.ts";

export type Side = "before" | "after";
export type Target = { readonly id: string; readonly side: Side };

/** Sets fields of a part, column or block; undefined removes one. */
export const patch = (document: EmailDocument, id: string, fields: object): EmailDocument =>
  edited(document, ({ sections }) => {
    for (const part of sections) {
      for (const node of [part, ...columnsOf(part), ...columnsOf(part).flatMap(({ blocks }) => blocks)])
        if (node.id === id) Object.assign(node, fields);
    }
  });

export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Sets the look of the whole e-mail; undefined goes back to what is usual. */
export const patchSettings = (document: EmailDocument, fields: SettingsChange): EmailDocument =>
  edited(document, (copy) => {
    const settings = Object.assign({}, copy.settings, fields);
    for (const [name, value] of Object.entries(fields)) if (value === undefined) Reflect.deleteProperty(settings, name);
    copy.settings = settings;
  });

/** A block goes below the selected one, into a selected column, otherwise into a row of its own. */
export const addBlock = (document: EmailDocument, block: Block, after?: string): EmailDocument =>
  edited(document, ({ sections }) => {
    const place = findPlace(document, after);
    const column = columnAt(sections, place);
    if (place?.kind === "block") column?.splice(place.block + 1, 0, block);
    else if (place?.kind === "column") column?.push(block);
    else sections.splice(endOf(sections, place), 0, createSection([[block]]));
  });

const endOf = (sections: readonly Part[], place: Place | undefined) =>
  place === undefined ? sections.length : place.part + 1;

const columnAt = (sections: readonly Part[], place: Place | undefined): Block[] | undefined => {
  const part = place && sections[place.part];
  return place === undefined || place.kind === "part" || part?.kind !== "section"
    ? undefined
    : part.columns[place.column]?.blocks;
};

export const addPart = (document: EmailDocument, part: Part, after?: string): EmailDocument =>
  edited(document, ({ sections }) => {
    sections.splice(endOf(sections, findPlace(document, after)), 0, part);
  });

export const remove = (document: EmailDocument, id: string): EmailDocument =>
  edited(document, ({ sections }) => {
    take(sections, findPlace(document, id));
  });

/** Takes a node out; a row that has nothing left goes with it. */
function take(sections: Part[], place: Place | undefined): Part | Block | undefined {
  if (place === undefined) return undefined;
  const part = sections[place.part];
  if (place.kind === "part" || part?.kind !== "section") return sections.splice(place.part, 1)[0];
  if (place.kind === "column") {
    if (part.columns.length > 1) part.columns.splice(place.column, 1);
    else sections.splice(place.part, 1);
    return undefined;
  }
  const [taken] = part.columns[place.column]?.blocks.splice(place.block, 1) ?? [];
  if (part.columns.length === 1 && part.columns[0]?.blocks.length === 0) sections.splice(place.part, 1);
  return taken;
}

export const copyBlock = (block: Block): Block => ({ ...structuredClone(block), id: createId() });

export function copyPart(part: Part): Part {
  if (part.kind === "element") return { ...part, id: createId() };
  const columns = part.columns.map((column) => ({ ...column, id: createId(), blocks: column.blocks.map(copyBlock) }));
  return { ...part, id: createId(), columns };
}

/** The copy stands below the original. */
export function duplicate(document: EmailDocument, id: string): { document: EmailDocument; id: string } {
  const place = findPlace(document, id);
  let copyId = id;
  const next = edited(document, ({ sections }) => {
    const part = place && sections[place.part];
    if (place === undefined || part === undefined) return;
    if (place.kind === "part") {
      const copy = copyPart(part);
      copyId = copy.id ?? id;
      sections.splice(place.part + 1, 0, copy);
    } else if (place.kind === "block") {
      const column = columnAt(sections, place);
      const block = column?.[place.block];
      if (block === undefined) return;
      const copy = copyBlock(block);
      copyId = copy.id ?? id;
      column?.splice(place.block + 1, 0, copy);
    }
  });
  return { document: next, id: copyId };
}

/** One step up or down: inside the column, then into the neighbouring column or row; a row moves as a whole. */
export const move = (document: EmailDocument, id: string, step: -1 | 1): EmailDocument =>
  edited(document, ({ sections }) => {
    const place = findPlace(document, id);
    if (place === undefined) return;
    if (place.kind === "part" || (place.kind === "block" && isSingle(document.sections[place.part]))) {
      swap(sections, place.part, step);
      return;
    }
    const part = sections[place.part];
    if (part?.kind !== "section") return;
    if (place.kind === "column") {
      swap(part.columns, place.column, step);
      return;
    }
    const column = part.columns[place.column]?.blocks ?? [];
    if (column[place.block + step] !== undefined) {
      swap(column, place.block, step);
      return;
    }
    moveOut(sections, place, step);
  });

function swap(items: unknown[], index: number, step: -1 | 1): void {
  if (items[index + step] === undefined) return;
  const [item] = items.splice(index, 1);
  if (item !== undefined) items.splice(index + step, 0, item);
}

/** Beyond the edge of a column: the next column, else a row of its own beside this row. */
function moveOut(sections: Part[], place: Extract<Place, { kind: "block" }>, step: -1 | 1): void {
  const part = sections[place.part];
  if (part?.kind !== "section") return;
  const [block] = part.columns[place.column]?.blocks.splice(place.block, 1) ?? [];
  if (block === undefined) return;
  const neighbour = part.columns[place.column + step]?.blocks;
  if (neighbour === undefined) sections.splice(place.part + (step === 1 ? 1 : 0), 0, createSection([[block]]));
  else if (step === 1) neighbour.unshift(block);
  else neighbour.push(block);
}

/** Drops something new or moved beside a target. */
export function drop(document: EmailDocument, dropped: Part | Block, target: Target): EmailDocument {
  if (dropped.id === target.id) return document;
  const without = dropped.id === undefined ? document : removeIfThere(document, dropped.id);
  const place = findPlace(without, target.id);
  if (place === undefined) return document;
  const shift = target.side === "after" ? 1 : 0;
  return edited(without, ({ sections }) => {
    const column = columnAt(sections, place);
    if (dropped.kind === "section" || column === undefined)
      sections.splice(place.part + shift, 0, dropped.kind === "section" ? dropped : createSection([[dropped]]));
    else column.splice(place.kind === "block" ? place.block + shift : column.length, 0, dropped);
  });
}

const removeIfThere = (document: EmailDocument, id: string) =>
  findPlace(document, id) === undefined ? document : remove(document, id);
