import type { SystemDb } from "../tenant.ts";

const clusterFactor = 3;

/** A look-up over all companies asks every shard of a cluster: there it is made less often. */
export const pollingInterval = ({ isDistributed }: Pick<SystemDb, "isDistributed">, ms: number): number =>
  isDistributed ? clusterFactor * ms : ms;
