import * as fc from "fast-check";
import { isFull } from "./scope.ts";
import { beginTestFile } from "./servers/stop-sending.ts";

// On commit properties check the same cases every time, so that a run fails for what changed and not by chance.
if (!isFull) fc.configureGlobal({ seed: 1 });

beginTestFile();
