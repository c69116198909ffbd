import type { BackgroundParts } from "../../feature.ts";
import { EventJudge } from "./event-judge.ts";

export const background: BackgroundParts = { loops: [(worker) => new EventJudge(worker)] };
