/** Recipients of another shop; the languages of theirs and of the campaign where they differ. */
export type OtherShop = {
  readonly count: number;
  readonly of: number;
  readonly other: string;
  readonly own: string;
  readonly languages: readonly [string, string] | undefined;
};
