import { invalidFile } from "./file-types.ts";

/** Drawn elements, with the copies that `use` makes. */
const maxDrawnElements = 100_000;
/** References to references. */
const maxReferenceDepth = 200;
const maxFilterPrimitives = 100;
/** Each filtered element is drawn into images of its own. */
const maxFilteredElements = 200;

type Group = { elements: number; readonly references: string[] };

/** Counts what a renderer would draw, before it is rendered. */
export class SvgComplexity {
  readonly #document: Group = { elements: 0, references: [] };
  readonly #byId = new Map<string, Group>();
  /** Groups of the open elements; undefined for an element without id. */
  readonly #open: (Group | undefined)[] = [];
  #primitives = 0;
  #filtered = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const own = this.#groupOf(attributes["id"]);
    const reference = name === "use" ? (attributes["href"] ?? attributes["xlink:href"])?.trim() : undefined;
    for (const group of [this.#document, ...this.#open, own]) {
      if (group === undefined) continue;
      group.elements += 1;
      if (reference?.startsWith("#") === true) group.references.push(reference.slice(1));
    }
    this.#open.push(own);
    if (/^fe[a-z]/i.test(name)) this.#primitives += 1;
    if (attributes["filter"] !== undefined || /\bfilter\s*:/.test(attributes["style"] ?? "")) this.#filtered += 1;
    if (this.#primitives > maxFilterPrimitives || this.#filtered > maxFilteredElements) throw invalidFile("complex");
  }

  close(): void {
    this.#open.pop();
  }

  finish(): void {
    if (this.#countDrawn(this.#document, new Map(), 0) > maxDrawnElements) throw invalidFile("complex");
  }

  #groupOf(id: string | undefined): Group | undefined {
    if (id === undefined) return undefined;
    const group = { elements: 0, references: [] };
    if (!this.#byId.has(id)) this.#byId.set(id, group);
    return group;
  }

  /** A group that refers to itself is endless. */
  #countDrawn(group: Group, known: Map<Group, number>, depth: number): number {
    if (depth > maxReferenceDepth) return Infinity;
    const found = known.get(group);
    if (found !== undefined) return found;
    known.set(group, Infinity);
    let count = group.elements;
    for (const id of group.references) {
      const target = this.#byId.get(id);
      if (target !== undefined) count += this.#countDrawn(target, known, depth + 1);
      if (count > maxDrawnElements) break;
    }
    known.set(group, count);
    return count;
  }
}
