import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { InputError } from "./arguments.ts";
import { readPassword } from "./password.ts";

const sources = (input = "", variable?: string) => ({ variable, input: Readable.from([Buffer.from(input)]) });

it.each(["tajné heslo 1\n", "tajné heslo 1\r\n", "tajné heslo 1", "tajné heslo 1\nnext line\n"])(
  "takes the first line of standard input: %j",
  async (input) => {
    expect(await readPassword({ passwordStdin: true }, sources(input, "other"))).toBe("tajné heslo 1");
  },
);

it("reads a line that arrives in pieces within a character", async () => {
  const bytes = Buffer.from("heslo ž\n");
  const input = Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]);
  expect(await readPassword({ passwordStdin: true }, { variable: undefined, input })).toBe("heslo ž");
});

it("takes the argument, otherwise POSTRIDER_PASSWORD", async () => {
  expect(await readPassword({ password: "argument" }, sources("", "variable"))).toBe("argument");
  expect(await readPassword({}, sources("", "variable"))).toBe("variable");
});

it.each([
  [{}, "give the password by --password-stdin or POSTRIDER_PASSWORD"],
  [{ passwordStdin: true }, "standard input holds no password"],
  [{ passwordStdin: true, password: "a" }, "give --password or --password-stdin, not both"],
])("refuses %j", async (options, message) => {
  await expect(readPassword(options, sources())).rejects.toThrow(new InputError(message));
});
