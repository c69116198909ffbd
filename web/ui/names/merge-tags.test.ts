import { expect, it } from "vitest";
import { readableText } from "./merge-tags.ts";

const names = { df_name: "name", df_shop_name: "shop", other: "value" };

it.each([
  ["Hello {{df_name}}, news of {{ df_shop_name | upper }}", "Hello ‹name›, news of ‹shop›"],
  ["{% if df_name %}{{df_name}}, {% endif %}sale!", "‹name›, sale!"],
  ["{{custom.size}} in stock, *|FNAME|*", "‹value› in stock, ‹value›"],
  ["50 % off {today}", "50 % off {today}"],
])("names the merge tags of %s", (text, expected) => {
  expect(readableText(text, names)).toBe(expected);
});
