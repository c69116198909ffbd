/** Something that the operator has to change before the tables can be distributed. */
export class DistributionError extends Error {}
