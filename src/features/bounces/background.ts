import { type BackgroundParts } from "../../feature.ts";
import { DeliveryEngine } from "../delivery/engine.ts";
import { recordRefusal, resetSoftBounceStreaks } from "./service.ts";

export const background: BackgroundParts = {
  nightly: [{ name: "soft bounces", run: resetSoftBounceStreaks }],
  loops: [(worker) => new DeliveryEngine({ ...worker, recordRefusal })],
};
