import { readdirSync } from "node:fs";
import path from "node:path";

type Bench = () => Promise<object[]>;

/** A bench is a file of this folder, `<name>.ts`, that exports a function `bench<Name>`; `million-rows.ts` would export `benchMillionRows`. */
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== path.basename(import.meta.filename))
  .map((file) => path.basename(file, ".ts"))
  .sort();

const exportName = (name: string) =>
  `bench${name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;

const isBench = (value: unknown): value is Bench => typeof value === "function";

async function loadBench(name: string): Promise<Bench> {
  if (!names.includes(name)) throw new Error(`no bench ${name}: ${names.join(", ")}`);
  const module: Record<string, unknown> = await import(`./${name}.ts`);
  const bench = module[exportName(name)];
  if (!isBench(bench)) throw new Error(`bench/${name}.ts exports no function ${exportName(name)}`);
  return bench;
}

/** `npm run bench [name …]`: all benches without a name; one JSON line per claim. */
const requested = process.argv.slice(2);
const benches = await Promise.all((requested.length === 0 ? names : requested).map(loadBench));
for (const bench of benches) {
  for (const line of await bench()) console.log(JSON.stringify(line));
}
