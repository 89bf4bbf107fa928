import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finalityTermsOf } from '../../packages/cli/src/input/finality.ts'
import { printFinality } from '../../packages/cli/src/print/finality.ts'
import type { Context } from '../../packages/cli/src/terminal/context.ts'
import { plain } from '../../packages/cli/src/terminal/style.ts'
import { agreedCheckpoint, withCheckpoint } from '../../release/checkpoint.mjs'
import { root } from '../house/house.ts'
import { startBeaconServer } from '../support/node/beacon-server.ts'
import { openLocalBeacon } from '../support/node/local-beacon.ts'

const nowUnix = 1_800_000_000n
const day = 86_400n
const beacon = openLocalBeacon(1, nowUnix - day)
const hash = `0x${'5a'.repeat(32)}` as const
const block = { number: 90n, hash, stateRoot: hash, timestamp: nowUnix - day }
const finalized = beacon.checkpointOf(100n, block)
const answers = {
  bootstrap: beacon.bootstrapOf(100n, block),
  updates: [],
  finality: new Uint8Array(),
  finalized,
}
let honest: readonly Awaited<ReturnType<typeof startBeaconServer>>[]
let liar: Awaited<ReturnType<typeof startBeaconServer>>
const urls = () => honest.map(({ url }) => url)
const terms = { nowUnix, network: beacon.network }

beforeAll(async () => {
  honest = [await startBeaconServer(answers), await startBeaconServer(answers)]
  liar = await startBeaconServer({ ...answers, finalized: beacon.checkpointOf(101n, block) })
})
afterAll(() => {
  for (const server of [...honest, liar]) server.close()
})

test('golden: two servers that name one block pin it, with its day, in the one place', async () => {
  const checkpoint = await agreedCheckpoint(urls(), terms)
  expect(checkpoint).toEqual({
    root: finalized,
    slot: 100n,
    date: '2027-01-14',
    servers: urls().map((url) => new URL(url).host),
  })
  const source = readFileSync(join(root, 'packages/finality/src/pinned-checkpoint.ts'), 'utf8')
  const pinned = withCheckpoint(source, checkpoint)
  expect(pinned).toContain(`root: '${finalized}',\n  slot: 100n,\n  date: '2027-01-14'`)
  expect(withCheckpoint(pinned, checkpoint)).toBe(pinned)
})

test('default: a command begins at the pinned block, and says whose it is and of which day', async () => {
  const pinned = await agreedCheckpoint(urls(), terms)
  const context = { now: () => Number(nowUnix) * 1000 } as Context
  const options = {
    checkpoint: undefined,
    'beacon-network': undefined,
    'allow-old-checkpoint': false,
  }
  const chosen = await finalityTermsOf(options, context, pinned)
  expect(chosen).toMatchObject({ checkpoint: finalized, network: { chainId: 1 } })
  const ownRoot = `0x${'77'.repeat(32)}`
  expect(await finalityTermsOf({ ...options, checkpoint: ownRoot }, context, pinned)).toMatchObject(
    {
      checkpoint: ownRoot,
    },
  )
  await expect(finalityTermsOf(options, context, null)).rejects.toThrow('this release pins none')
  const proven = {
    chainId: 1,
    block: { number: 90n, hash },
    final: { slot: 100n, root: finalized, block, timestamp: block.timestamp },
    checkpoint: { root: finalized, slot: 100n, ageSeconds: day, isOld: false },
    signers: null,
    rollup: null,
    periodCount: 0,
  }
  const text = [...printFinality(proven, plain, pinned)].join('')
  expect(text).toContain(
    `which this release pins: the block of 2027-01-14 that ${pinned.servers[0]} and`,
  )
  expect([...printFinality(proven, plain, null)].join('')).toContain('which you trust')
})

test('refuses: one server, servers that differ, a block that is old, and a bootstrap of another block', async () => {
  const [first = ''] = urls()
  await expect(agreedCheckpoint([first], terms)).rejects.toThrow('One server alone can lie')
  await expect(agreedCheckpoint([first, first], terms)).rejects.toThrow('One server alone can lie')
  await expect(agreedCheckpoint([first, liar.url], terms)).rejects.toThrow('does not name')
  await expect(agreedCheckpoint([liar.url, first], terms)).rejects.toThrow('is not proven')
  const late = { ...terms, nowUnix: nowUnix + 16n * day }
  await expect(agreedCheckpoint(urls(), late)).rejects.toThrow('too old to begin at')
})
