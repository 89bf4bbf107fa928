import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest, the slowest first: started last, one of them would leave a core idle at the end.
 * A clean checkout has no record of earlier runs to go by.
 */
export const slowest = [
  'test/e2e/install.test.ts',
  'test/indexer-shell/two-process.test.ts',
  'test/faults/index-campaign.test.ts',
  'test/bench/bench.test.ts',
  'test/conformance/queue.test.ts',
  'test/faults/index-outcome.test.ts',
  'test/e2e/index/index-demo.test.ts',
  'test/api/attack/attack.test.ts',
  'test/api/gateway/limit-processes.test.ts',
  'test/console/signing/signing.test.ts',
  'test/indexer-shell/bullmq.test.ts',
  'test/store/crash.test.ts',
  'test/console/swap.test.ts',
  'test/api/builder/builder-node.test.ts',
  'test/e2e/service/dev-chain.test.ts',
  'test/e2e/service/dev-serve.test.ts',
  'test/api/fuzz/isolation.test.ts',
  'test/console/solana/solana.test.ts',
  'test/indexer/fault.test.ts',
  'test/e2e/readme.test.ts',
  'test/console/action.test.ts',
  'test/indexer-shell/process.test.ts',
  'test/api/document/document-page.test.ts',
  'test/e2e/solana/node.test.ts',
  'test/indexer/two-chain.test.ts',
  'test/api/fuzz/fuzz.test.ts',
]

/** Tests of compiled contracts, which a clean checkout compiles while the others run. */
const ofContracts = /\/test\/(fork|foundry)\/|\/(abi|refused-call)\.test\.ts$/

/** The order of the test files: the slowest first, those of contracts last, the others as the runner has them. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = slowest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return rank >= 0 ? rank : slowest.length + (ofContracts.test(moduleId) ? 1 : 0)
    }
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b))
  }
}
