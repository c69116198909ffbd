import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that wait for processes or bring many rows: started last, one of them would run alone at the end. */
const slowPaths = [
  "tests/crash/",
  "src/sandbox/",
  "src/features/campaigns/content/isolation.test.ts",
  "src/backup/",
  "tests/browser/",
  "tests/fresh-company.test.ts",
  "src/supervisor/",
  "src/features/delivery/",
  "src/features/imports/",
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slowPaths.findIndex((path) => moduleId.includes(`/${path}`));
  return rank === -1 ? slowPaths.length : rank;
};

/** A worker serves one project: the files of a project follow one another, so that workers are replaced once. */
const compareProjects = (one: TestSpecification, other: TestSpecification): number =>
  one.project.name.localeCompare(other.project.name);

/** The order of a project: slow files as listed, then the others by size. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => compareProjects(one, other) || rankOf(one) - rankOf(other));
  }
}
