/** Contrast by WCAG 2 of two colours of six hex digits: from 1 (the same) to 21 (black on white). */
export function contrast(left: string, right: string): number {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].toSorted((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The one of two text colours that is easier to read on the background. */
export const textColorOn = (background: string, light: string, dark: string): string =>
  contrast(background, light) >= contrast(background, dark) ? light : dark;

/** The colour where it is readable on the background (WCAG AA), else the fallback. */
export const readableColor = (color: string, background: string, fallback: string): string =>
  contrast(color, background) >= 4.5 ? color : fallback;
