import { InputError } from "./arguments.ts";

export type PasswordOptions = { password?: string; passwordStdin?: boolean };

type PasswordSources = { variable: string | undefined; input: AsyncIterable<unknown> };

/** Arguments are visible to other users of the machine, so the password may come by standard input or the environment. */
export async function readPassword(options: PasswordOptions, { variable, input }: PasswordSources): Promise<string> {
  if (options.passwordStdin === true) {
    if (options.password !== undefined) throw new InputError("give --password or --password-stdin, not both");
    const line = await readFirstLine(input);
    if (line === "") throw new InputError("standard input holds no password");
    return line;
  }
  const password = options.password ?? variable;
  if (password === undefined) throw new InputError("give the password by --password-stdin or POSTRIDER_PASSWORD");
  return password;
}

async function readFirstLine(input: AsyncIterable<unknown>): Promise<string> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of input) {
    bytes = Buffer.concat([bytes, Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))]);
    if (bytes.includes(0x0a)) break;
  }
  const [line = ""] = bytes.toString("utf8").split("\n", 1);
  return line.replace(/\r$/, "");
}
