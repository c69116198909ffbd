/** Widths of the smaller copies of every image; the public URL accepts only these as `w`. */
export const copyWidths = [400, 800, 1600] as const;
