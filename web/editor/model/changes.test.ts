import { describe, expect, it } from "vitest";
import { addBlock, addPart, drop, duplicate, move, patch, remove } from "./changes.ts";
import { createSection, withIds, type Block, type EmailDocument, type Section } from "./document.ts";
import { flattenRows } from "./rows.ts";

const text = (id: string): Block => ({ kind: "text", id, html: `<p>${id}</p>` });
const row = (id: string, ...columns: string[][]): Section => {
  const section = createSection(columns.map((ids) => ids.map(text)));
  return { ...section, id, columns: section.columns.map((column, index) => ({ ...column, id: `${id}${index}` })) };
};
const of = (...sections: Section[]): EmailDocument => ({ sections });
const shape = ({ sections }: EmailDocument) =>
  sections.map((part) => (part.kind === "section" ? part.columns.map(({ blocks }) => blocks.map(({ id }) => id)) : []));

describe("changes of a document", () => {
  const document = of(row("r", ["a", "b"]), row("s", ["c"], ["d"]), row("t", ["e"]));

  it("adds below a block, into a column, or as a row", () => {
    expect(shape(addBlock(document, text("x"), "a"))[0]).toEqual([["a", "x", "b"]]);
    expect(shape(addBlock(document, text("x"), "s1"))[1]).toEqual([["c"], ["d", "x"]]);
    expect(shape(addBlock(document, text("x"), "r"))[1]).toEqual([["x"]]);
    expect(shape(addBlock(document, text("x")))[3]).toEqual([["x"]]);
    expect(shape(addPart(document, row("n", [], []), "a"))[1]).toEqual([[], []]);
  });

  it("moves inside a column, then beside it; a single block moves as its row", () => {
    expect(shape(move(document, "b", -1))[0]).toEqual([["b", "a"]]);
    expect(shape(move(document, "b", 1)).slice(0, 2)).toEqual([[["a"]], [["b"]]]);
    expect(shape(move(document, "c", 1))[1]).toEqual([[], ["c", "d"]]);
    expect(shape(move(document, "d", -1))[1]).toEqual([["c", "d"], []]);
    expect(shape(move(document, "e", -1))[1]).toEqual([["e"]]);
    expect(shape(move(document, "s0", 1))[1]).toEqual([["d"], ["c"]]);
    expect(move(document, "a", -1).sections).toHaveLength(4);
    expect(move(document, "r", -1)).toEqual(document);
  });

  it("removes a row with its last block", () => {
    expect(shape(remove(document, "e"))).toEqual([[["a", "b"]], [["c"], ["d"]]]);
    expect(shape(remove(document, "c"))[1]).toEqual([[], ["d"]]);
    expect(shape(remove(document, "s1"))[1]).toEqual([["c"]]);
  });

  it("duplicates with new ids", () => {
    const copy = duplicate(document, "s");
    expect(copy.document.sections).toHaveLength(4);
    expect(copy.document.sections[2]?.id).toBe(copy.id);
    expect(withIds(copy.document)).toEqual(copy.document);
    expect(shape(duplicate(document, "a").document)[0]?.[0]).toHaveLength(3);
  });

  it("drops new and moved parts beside a target", () => {
    expect(shape(drop(document, text("x"), { id: "a", side: "before" }))[0]).toEqual([["x", "a", "b"]]);
    expect(shape(drop(document, text("e"), { id: "c", side: "after" }))).toEqual([[["a", "b"]], [["c", "e"], ["d"]]]);
    expect(shape(drop(document, row("t", ["e"]), { id: "a", side: "before" }))[0]).toEqual([["e"]]);
    expect(shape(drop(document, text("x"), { id: "r", side: "before" }))[0]).toEqual([["x"]]);
    expect(drop(document, text("a"), { id: "a", side: "after" })).toBe(document);
  });

  it("changes fields and names every node", () => {
    expect(patch(document, "a", { align: "center" }).sections[0]).toMatchObject({
      columns: [{ blocks: [{ id: "a", align: "center" }, {}] }],
    });
    const named = withIds({ sections: [{ kind: "section", columns: [{ blocks: [{ kind: "divider" }] }] }] });
    expect(flattenRows(named)).toMatchObject([{ kind: "divider", level: 0, id: expect.stringMatching(/^\w+$/) }]);
  });
});
