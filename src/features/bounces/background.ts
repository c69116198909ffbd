import { type BackgroundParts } from "../../feature.ts";
import { SendingEngine } from "../campaigns/engine/engine.ts";
import { bookRefusal, settleSoftBounces } from "./service.ts";

export const background: BackgroundParts = {
  nightly: [{ name: "soft bounces", run: settleSoftBounces }],
  loops: [(worker) => new SendingEngine({ ...worker, bookRefusal })],
};
