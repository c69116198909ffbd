import path from "node:path";
import { generate } from "./generate.ts";

generate(path.resolve(import.meta.dirname, "../src/generated"));
