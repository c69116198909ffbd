import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { StarterKit } from "@tiptap/starter-kit";
import { KeptStyles, StyledSpan } from "./styles.ts";

/** What text of an e-mail can hold. `undoRedo` is false where the editor of the e-mail undoes. */
export const textExtensions = (options: { readonly undoRedo?: false } = {}) => [
  StarterKit.configure({
    ...options,
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: () => true,
      HTMLAttributes: { rel: null, target: null },
    },
  }),
  KeptStyles,
  StyledSpan,
  ShownStyles,
  MarkedTags,
];

/**
 * Gives styled words their style. Attributes cannot: the page's content policy refuses inline styles, but a sheet that
 * a script makes is none.
 */
const ShownStyles = Extension.create({
  name: "shownStyles",
  addProseMirrorPlugins: () => [
    new Plugin({
      view: ({ dom }) => {
        const frame = dom.ownerDocument;
        const Sheet = frame.defaultView?.CSSStyleSheet ?? CSSStyleSheet;
        const sheet = new Sheet();
        const known = new Set<string>();
        const update = () => {
          for (const element of dom.querySelectorAll<HTMLElement>("[data-style]")) {
            const style = element.dataset["style"] ?? "";
            if (known.has(style)) continue;
            known.add(style);
            const index = sheet.insertRule(`.ProseMirror [data-style="${CSS.escape(style)}"] {}`);
            const rule = sheet.cssRules[index];
            if (rule !== undefined && "style" in rule) Object(rule).style.cssText = style;
          }
        };
        update();
        frame.adoptedStyleSheets = [...frame.adoptedStyleSheets, sheet];
        return {
          update,
          destroy: () => {
            frame.adoptedStyleSheets = frame.adoptedStyleSheets.filter((each) => each !== sheet);
          },
        };
      },
    }),
  ],
});

const tag = /\{\{[^{}]{1,200}\}\}/g;

/** Data of the contact stands out from words. */
const MarkedTags = Extension.create({
  name: "markedTags",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations: ({ doc }) => {
          const found: Decoration[] = [];
          doc.descendants((node, position) => {
            for (const { index, 0: text } of (node.text ?? "").matchAll(tag))
              found.push(Decoration.inline(position + index, position + index + text.length, { class: "mergeTag" }));
          });
          return DecorationSet.create(doc, found);
        },
      },
    }),
  ],
});
