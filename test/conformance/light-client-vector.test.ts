import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  openSnappy,
  packSnappy,
  runLightClientVector,
  vectorFoldersIn,
} from '../support/proven/light-client-vector.ts'
import { canRun } from '../support/skip-unless.ts'

const fixtures = new URL('../../fixtures/ethereum/light-client', import.meta.url).pathname

test('golden: committees, a replay, a skipped period, few and foreign signers end as the steps say', () => {
  const folders = vectorFoldersIn(fixtures)
  expect(folders.map((folder) => runLightClientVector(folder))).toEqual([
    { kind: 'passed', steps: 7 },
  ])
})

test('law: a case that expects another final header is failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-vector-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(fixtures, 'committees'), folder, { recursive: true })
  const file = join(folder, 'steps.yaml')
  const steps = readFileSync(file, 'utf8')
  const run = (text: string) => {
    writeFileSync(file, text)
    return runLightClientVector(folder)
  }
  expect(run(steps.replace('update: update_period_1', 'update: update_too_few'))).toMatchObject({
    kind: 'failed',
    why: expect.stringContaining('step 4: slot 16 '),
  })
  expect(run(steps.replace('{slot: 144', '{slot: 143'))).toMatchObject({ kind: 'failed' })
  const forced = `- force_update:\n    checks:\n      finalized_header: {slot: 9, beacon_root: '0x'}\n`
  expect(run(`${forced}${steps}`)).toMatchObject({ kind: 'skipped' })
  expect(run(`${steps}${forced}${steps}`)).toEqual({ kind: 'passed', steps: 7 })
})

test('law: a block of Snappy gives its bytes back, with copies too, and a cut one is refused', () => {
  // Source: google/snappy, format_description.txt: a literal, then copies of each kind.
  const copies = [12, 3 << 2, 97, 98, 99, 100, (4 << 2) | 1, 4]
  expect(new TextDecoder().decode(openSnappy(Uint8Array.of(...copies)))).toBe('abcdabcdabcd')
  const far = [8, 3 << 2, 97, 98, 99, 100, (3 << 2) | 2, 4, 0]
  expect(new TextDecoder().decode(openSnappy(Uint8Array.of(...far)))).toBe('abcdabcd')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
      const packed = packSnappy(bytes)
      expect(openSnappy(packed)).toEqual(bytes)
      expect(() => openSnappy(packed.subarray(0, -1))).toThrow(RangeError)
    }),
  )
})

const folder = process.env.CONSENSUS_TESTS
const isGiven = canRun(
  folder !== undefined,
  'CONSENSUS_TESTS does not name a folder of tests of the consensus specification',
)

test.skipIf(!isGiven)(
  'golden: every official case of light clients in a folder',
  () => {
    const counts = new Map<string, number>()
    const failures: string[] = []
    for (const place of vectorFoldersIn(folder!)) {
      const outcome = runLightClientVector(place)
      const label = outcome.kind === 'skipped' ? `skipped, ${outcome.why}` : outcome.kind
      counts.set(label, (counts.get(label) ?? 0) + 1)
      if (outcome.kind === 'failed') failures.push(`${place}: ${outcome.why}`)
    }
    for (const [label, count] of counts) console.log(`${label}: ${count}`)
    expect(failures.slice(0, 20)).toEqual([])
    expect(counts.get('passed') ?? 0).toBeGreaterThan(0)
  },
  3_600_000,
)
