import type { Target } from "../model/changes.ts";

/** The server gives every block of a preview the class `block-<id>`. */
const mark = /^block-(.+)$/;

const ownId = (element: Element): string | undefined =>
  [...element.classList].map((name) => mark.exec(name)?.[1]).find((id) => id !== undefined);

/** The innermost block around an element of the e-mail. */
export function findId(target: EventTarget | null): string | undefined {
  if (target === null || !("closest" in target)) return undefined;
  const element = Object(target).closest("[class*='block-']");
  if (element === null) return undefined;
  return ownId(element) ?? findId(element.parentElement);
}

export type Rect = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** The space that a block takes in the e-mail as it is shown; some blocks are several elements. */
export function measureRect(frame: Document, id: string | undefined, scale = 1): Rect | undefined {
  if (id === undefined) return undefined;
  const rects = [...frame.querySelectorAll(`.block-${CSS.escape(id)}`)].map((element) =>
    element.getBoundingClientRect(),
  );
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  if (rects.length === 0) return undefined;
  return { left: left * scale, top: top * scale, width: (right - left) * scale, height: (bottom - top) * scale };
}

/** The block nearest to a point, and the side of it. */
export function targetAt(frame: Document, x: number, y: number): Target | undefined {
  const blocks = [...frame.querySelectorAll("td[class*='block-'], div[class*='block-']")].flatMap((element) => {
    const id = ownId(element);
    const isContainer = element.querySelector("[class*='block-']") !== null;
    const rect = isContainer ? undefined : measureRect(frame, id);
    return id === undefined || rect === undefined ? [] : [{ id, rect }];
  });
  const distance = ({ rect: { left, top, width, height } }: { rect: Rect }) =>
    Math.max(top - y, y - top - height, 0) + Math.max(left - x, x - left - width, 0);
  const nearest = blocks.toSorted((one, other) => distance(one) - distance(other))[0];
  if (nearest === undefined) return undefined;
  const { id, rect } = nearest;
  return { id, side: y < rect.top + rect.height / 2 ? "before" : "after" };
}
