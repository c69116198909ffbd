/** What a form looks like where neither it nor the shop's brand says otherwise; colours without `#`, sizes in pixels. */
export const formLook = {
  accentColor: "1f5fbf",
  backgroundColor: "ffffff",
  darkText: "1d2430",
  lightText: "f4f6f9",
  radius: 10,
  width: 416,
} as const;
