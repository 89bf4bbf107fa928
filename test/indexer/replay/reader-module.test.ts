import { Session } from 'node:inspector/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LocalChain } from '@vaultwright/chain'
import type { StoredReading } from '@vaultwright/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModules } from '../../../scripts/reader/make-reader-fingerprint.mjs'
import { parseReading } from '../../../workers/indexer/src/reading/parsed-reading.ts'
import { packStates, unpackStates } from '../../../workers/indexer/src/reading/state-pack.ts'
import { recordReadingsOf } from '../../bench/index/index-record.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'

const root = resolve(import.meta.dirname, '../../..')

let local: LocalChain
let readings: readonly StoredReading[]

beforeAll(async () => {
  local = await startLocalChain()
  readings = (await recordReadingsOf(local)).flat()
})
afterAll(() => local?.anvil.close())

/** Every file of the repository of which something runs while the work does. */
async function filesThatRun(work: () => void): Promise<readonly string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // What ran before does not count.
  await session.post('Profiler.takePreciseCoverage')
  work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => relative(root, url.startsWith('file:') ? fileURLToPath(url) : url))
    .map((path) => path.replace(/[?#].*$/, ''))
    .filter((path) => /^(packages|workers)\//.test(path) && !isDoor(path))
}

/** A door only passes on what other files export; the fingerprint cannot be part of itself. */
function isDoor(path: string): boolean {
  return /^(packages|workers)\/[^/]+\/src\/index\.ts$/.test(path) || path === fingerprint
}

const fingerprint = 'workers/indexer/src/reading/reader-fingerprint.generated.ts'

test('law: no code of ours that runs while readings are read is missing in the fingerprint', async () => {
  const modules = readModules()
  expect(readings.length).toBeGreaterThan(50)
  const files = await filesThatRun(() => {
    for (const reading of readings) {
      const parsed = parseReading(reading)
      expect(unpackStates([reading], reading.vault, packStates(0, [parsed]))).toHaveLength(1)
    }
  })
  expect(files).toContain('packages/protocols/src/vault/vault-state.ts')
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !modules.has(file))).toEqual([])
})
