import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest, the slowest first: started last, one of them would leave a core idle at the end.
 * A clean checkout has no record of earlier runs to go by.
 */
const slowest = [
  'api/isolation',
  'faults/index-campaign',
  'e2e/index',
  'indexer-shell/two-process',
  'faults/index-outcome',
  'e2e/install',
  'e2e/index-demo',
  'e2e/admin',
  'e2e/definition',
  'indexer-shell/process',
  'store/crash',
  'e2e/readme',
  'api/limit-processes',
  'e2e/serve',
  'e2e/simulate',
  'conformance/queue',
]

/** The order of the test files: the slowest first, the others as the runner has them. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = slowest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return rank < 0 ? slowest.length : rank
    }
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b))
  }
}
