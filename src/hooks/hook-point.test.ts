import { expect, it } from "vitest";
import { defineHooks } from "./hook-point.ts";

type Greetings = { readonly greet?: (name: string) => string };

it("gives a feature the implementations of its own hooks, in the order of the process", () => {
  const greetings = defineHooks<Greetings>("greetings");
  const farewells = defineHooks<{ readonly part?: () => string }>("farewells");
  const hooks = [
    greetings.implement({ greet: (name) => `Hello ${name}` }),
    farewells.implement({ part: () => "Bye" }),
    greetings.implement({ greet: (name) => `Ahoj ${name}` }),
  ];
  expect(greetings.in({ hooks }).map(({ greet }) => greet?.("Eva"))).toEqual(["Hello Eva", "Ahoj Eva"]);
  expect(greetings.in({ hooks: [] })).toEqual([]);
});

it("does not compile with a hook that nobody declares", () => {
  const greetings = defineHooks<Greetings>("greetings");
  // @ts-expect-error: `great` is not a hook
  expect(greetings.implement({ great: () => "Hello" })).toEqual({ point: "greetings" });
});
