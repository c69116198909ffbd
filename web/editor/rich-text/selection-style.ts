import type { Editor } from "@tiptap/core";

type Declarations = ReadonlyMap<string, string>;

/** The declarations of a style attribute. */
export const parseStyle = (style: string): Declarations =>
  new Map(
    style.split(";").flatMap((declaration): [string, string][] => {
      const [property = "", ...value] = declaration.split(":");
      return value.length === 0 ? [] : [[property.trim().toLowerCase(), value.join(":").trim()]];
    }),
  );

/** The style with one property set, or removed. */
export function withProperty(style: string, property: string, value: string | undefined): string {
  const declarations = new Map(parseStyle(style));
  if (value === undefined) declarations.delete(property);
  else declarations.set(property, value);
  return [...declarations].map(([name, set]) => `${name}:${set}`).join(";");
}

/** The keyboard goes on in the text: also in a frame, which does not get it back by itself. */
export function continueIn(editor: Editor) {
  editor.view.dom.ownerDocument.defaultView?.focus();
  return editor.chain().focus();
}

/** The style of the words at the cursor. */
export const selectedStyle = (editor: Editor): Declarations => {
  const { style } = editor.getAttributes("styledSpan");
  return parseStyle(typeof style === "string" ? style : "");
};

/** Sets one property of the selected words, or of what is typed next; their other properties stay. */
export const setStyle = (editor: Editor, property: string, value: string | undefined): boolean =>
  editor.commands.command(({ tr, state }) => {
    const type = state.schema.marks["styledSpan"];
    if (type === undefined) return false;
    const { from, to, empty, $from } = tr.selection;
    const styled = (marks: Parameters<typeof type.isInSet>[0]) => {
      const style = withProperty(String(type.isInSet(marks)?.attrs["style"] ?? ""), property, value);
      return style === "" ? undefined : type.create({ style });
    };
    if (empty) {
      const mark = styled(state.storedMarks ?? $from.marks());
      tr.removeStoredMark(type);
      if (mark !== undefined) tr.addStoredMark(mark);
      return true;
    }
    tr.doc.nodesBetween(from, to, (node, position) => {
      if (!node.isText) return;
      const [start, end] = [Math.max(position, from), Math.min(position + node.nodeSize, to)];
      const mark = styled(node.marks);
      tr.removeMark(start, end, type);
      if (mark !== undefined) tr.addMark(start, end, mark);
    });
    return true;
  });
