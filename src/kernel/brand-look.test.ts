import { expect, it } from "vitest";
import { toEmailLook } from "./brand-look.ts";

const unset = { primaryColor: null, textColor: null, backgroundColor: null, font: null };

it("gives an e-mail the colours and the font of a brand", () => {
  expect(toEmailLook(unset)).toEqual({});
  expect(
    toEmailLook({ primaryColor: "#AA0033", textColor: "#111111", backgroundColor: "#f0f0f0", font: "georgia" }),
  ).toEqual({
    textColor: "#111111",
    buttonColor: "#AA0033",
    buttonTextColor: "#ffffff",
    linkColor: "#aa0033",
    backgroundColor: "#f0f0f0",
    font: "georgia",
  });
});

it("keeps links and buttons readable where the main colour is light", () => {
  expect(toEmailLook({ ...unset, primaryColor: "#e0a100" })).toEqual({
    buttonColor: "#e0a100",
    buttonTextColor: "#222222",
    linkColor: "#222222",
  });
});
