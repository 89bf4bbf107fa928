import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  runStateTest,
  type StateTest,
  type StateTestOutcome,
} from '../../support/evm/state-test.ts'
import { canRun } from '../../support/skip-unless.ts'

const fixtures = new URL('../../../fixtures/ethereum/', import.meta.url).pathname
const committed = ['calldata-floor.json', 'p256-entry.json'].map((name) => join(fixtures, name))

test.each(committed)('golden: official state tests: %s', async (file) => {
  for (const [name, stateTest] of stateTestsIn(file)) {
    expect(await runStateTest(stateTest), name).toEqual([{ kind: 'passed' }])
  }
})

test('law: a test that expects another state, other logs or another price is failed', async () => {
  const [, stateTest] = stateTestsIn(committed[0]!)[0]!
  const [expected] = stateTest.post.Osaka!
  const failed = [{ kind: 'failed', why: expect.stringContaining('osaka: state 0x') }]
  const withExpected = (fields: object) => ({
    ...stateTest,
    post: { Osaka: [{ ...expected!, ...fields }] },
  })
  const word = `0x${'11'.repeat(32)}`
  expect(await runStateTest(withExpected({ hash: word }))).toEqual(failed)
  expect(await runStateTest(withExpected({ logs: word }))).toEqual(failed)
  const transaction = { ...stateTest.transaction, gasPrice: '0x0b' as const }
  expect(await runStateTest({ ...stateTest, transaction })).toEqual(failed)
})

test('refuses: what a call of a vault does not have is skipped by name', async () => {
  const [, stateTest] = stateTestsIn(committed[0]!)[0]!
  const creating = { ...stateTest, transaction: { ...stateTest.transaction, to: '' as const } }
  expect(await runStateTest(creating)).toEqual([
    { kind: 'skipped', why: 'a transaction that creates a contract' },
  ])
})

test('refuses: a case that runs longer than its limit is skipped by the name of the limit', async () => {
  const [, stateTest] = stateTestsIn(committed[1]!)[0]!
  let nowMs = 0
  const clock = () => {
    nowMs += 1_000
    return nowMs
  }
  const outcomes = await runStateTest(stateTest, { mayRunMs: 1, clock })
  expect(outcomes).toEqual([{ kind: 'skipped', why: 'it ends with the limit evm_time_limit' }])
  expect(await runStateTest(stateTest, { mayRunMs: 1_000_000, clock })).toEqual([
    { kind: 'passed' },
  ])
})

const folder = process.env.ETHEREUM_TESTS
/** Milliseconds that one run of a case may take, and the number of files between two lines of progress. */
const [mayRunMs, filesPerLine] = [60_000, 100]
const isGiven = canRun(
  folder !== undefined,
  'ETHEREUM_TESTS does not name a folder of official state tests',
)

test.skipIf(!isGiven)(
  'golden: every official state test of a folder',
  async () => {
    const counts = new Map<string, number>()
    const failures: string[] = []
    const files = filesIn(folder!)
    for (const [index, file] of files.entries()) {
      if (index % filesPerLine === 0) console.log(progressOf(index, files.length, counts))
      for (const [name, stateTest] of stateTestsIn(file)) {
        const limit = { mayRunMs, clock: () => performance.now() }
        const outcomes = await runStateTest(stateTest, limit).catch((error: unknown) => [
          { kind: 'failed' as const, why: String(error) },
        ])
        for (const outcome of outcomes) {
          const label = labelOf(outcome)
          counts.set(label, (counts.get(label) ?? 0) + 1)
          if (outcome.kind === 'failed') failures.push(`${file}: ${name}: ${outcome.why}`)
        }
      }
    }
    for (const [label, count] of counts) console.log(`${label}: ${count}`)
    expect(failures.slice(0, 20)).toEqual([])
    expect(counts.get('passed') ?? 0).toBeGreaterThan(0)
  },
  7_200_000,
)

function progressOf(index: number, total: number, counts: ReadonlyMap<string, number>): string {
  const [passed, failed] = ['passed', 'failed'].map((label) => counts.get(label) ?? 0)
  return `file ${index + 1} of ${total}: ${passed} passed, ${failed} failed`
}

function labelOf(outcome: StateTestOutcome): string {
  return outcome.kind === 'skipped' ? `skipped, ${outcome.why}` : outcome.kind
}

/** The state tests of a file; none of a file in another format. */
function stateTestsIn(file: string): readonly (readonly [name: string, test: StateTest])[] {
  const tests = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, StateTest>>
  return Object.entries(tests).filter(
    ([, value]) => value?.post !== undefined && value.transaction !== undefined,
  )
}

function filesIn(place: string): readonly string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
