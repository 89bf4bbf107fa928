import { readFileSync } from 'node:fs'
import type { Hex } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLocalBeacon } from '../../../test/support/node/local-beacon.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { isFilePresent } from '../../../test/support/skip-unless.ts'
import { FinalityError } from './error.ts'
import { layoutsOf } from './layout.ts'
import {
  applyFinality,
  applyUpdate,
  type LightClient,
  readSignedHead,
  startLightClient,
} from './light-client.ts'
import { partUpdates } from './light-client-object.ts'
import { mainnetBeacon } from './network.ts'

const folder = new URL('../../../../shared/data/light-client/', import.meta.url)
const isDataThere = isFilePresent(folder)
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))
const later = { currentSlot: 20_000_000n }
const follow = (client: LightClient, updates: readonly Uint8Array[]) =>
  updates.reduce((state, update) => applyUpdate(state, update, later), client)
const stepOf = (run: () => unknown) => {
  try {
    run()
    return 'none'
  } catch (error) {
    if (error instanceof FinalityError) return error.step
    throw error
  }
}

test.skipIf(!isDataThere)(
  'golden: a period of mainnet follows from the published root of its bootstrap',
  () => {
    const checkpoint = '0xd9717ecc253684291f828688f311ba74d05af74c31654f6e14077669fca62f6a'
    const bootstrap = read('mainnet-bootstrap-slot-11640864.ssz')
    const start = startLightClient(mainnetBeacon, checkpoint, bootstrap)
    expect(start).toMatchObject({ checkpoint: { slot: 11_640_864n }, signers: null })
    const updates = partUpdates(read('mainnet-update-period-1421.ssz'))
    expect(follow(start, updates)).toMatchObject({
      signers: { count: 511, of: 512 },
      final: {
        slot: 11_640_928n,
        block: {
          number: 22_423_066n,
          hash: '0x3a86be4332b0dd26d0f7f442286d741938570a29d4244551d091a080c9ade455',
        },
      },
    })
    const { deneb } = layoutsOf(mainnetBeacon.preset)
    const optimistic = deneb.optimistic.encode(deneb.update.decode(updates[0]!))
    expect(readSignedHead(start, optimistic, later)).toMatchObject({
      signers: { count: 511, of: 512 },
      head: { slot: deneb.update.decode(updates[0]!).attested_header.beacon.slot },
    })
    const foreign = partUpdates(read('mainnet-update-period-1401.ssz'))
    expect(stepOf(() => follow(start, foreign))).toBe('period_skipped')
    const changedRoot = '0xd9717ecc253684291f828688f311ba74d05af74c31654f6e14077669fca62f6b'
    expect(stepOf(() => startLightClient(mainnetBeacon, changedRoot, bootstrap))).toBe(
      'checkpoint_differs',
    )
  },
)

const beacon = openLocalBeacon(31337)
const blockOf = (number: bigint) => ({
  number,
  hash: `0x${number.toString(16).padStart(64, '1')}` as Hex,
  stateRoot: `0x${number.toString(16).padStart(64, '2')}` as Hex,
  timestamp: 1_700_000_000n + 12n * number,
})
const [first, second] = [100n, 8300n]
const checkpoint = beacon.checkpointOf(first, blockOf(90n))
const bootstrap = beacon.bootstrapOf(first, blockOf(90n))
const start = startLightClient(beacon.network, checkpoint, bootstrap)
const now = { currentSlot: 1_000_000n }
const afterFirst = applyUpdate(start, beacon.updateOf(200n, blockOf(190n)), now)

test('default: a final block follows from a checkpoint over two committees', () => {
  const moved = applyUpdate(afterFirst, beacon.updateOf(second, blockOf(8290n)), now)
  const end = applyFinality(moved, beacon.finalityOf(8400n, blockOf(8390n)), now)
  expect(end).toMatchObject({ final: { block: { number: 8390n } }, signers: { count: 511 } })
})

test('law: more than two thirds sign, by whichever keys are fewer', () => {
  const signedBy = (count: number) => () =>
    applyFinality(
      start,
      beacon.finalityOf(300n, blockOf(290n), { isPresent: (member) => member < count }),
      now,
    )
  expect(signedBy(342)()).toMatchObject({ signers: { count: 342, of: 512 } })
  expect(signedBy(512)()).toMatchObject({ signers: { count: 512, of: 512 } })
  expect(stepOf(signedBy(341))).toBe('too_few_signers')
  expect(stepOf(signedBy(0))).toBe('too_few_signers')
})

test('refuses: each step that does not follow, by name', () => {
  const finality = (terms = {}) => beacon.finalityOf(300n, blockOf(290n), terms)
  const early = { currentSlot: 364n }
  expect(stepOf(() => applyFinality(start, finality(), early))).toBe('from_future')
  expect(stepOf(() => applyFinality(start, finality({ slot: 366n }), now))).toBe('none')
  expect(stepOf(() => applyFinality(start, finality({ slot: 300n }), now))).toBe('slots_disordered')
  expect(stepOf(() => applyFinality(start, finality({ period: 5n }), now))).toBe('not_signed')
  const skipped = beacon.updateOf(17_000n, blockOf(16_990n))
  expect(stepOf(() => applyUpdate(afterFirst, skipped, now))).toBe('period_skipped')
  const unready = beacon.updateOf(second, blockOf(8290n))
  expect(stepOf(() => applyUpdate(start, unready, now))).toBe('period_skipped')
  const foreignUpdate = beacon.updateOf(210n, blockOf(200n), { next: 9n })
  expect(stepOf(() => applyUpdate(afterFirst, foreignUpdate, now))).toBe('committee_differs')
  const older = beacon.finalityOf(150n, blockOf(140n))
  expect(stepOf(() => applyFinality(afterFirst, older, now))).toBe('slots_disordered')
  const fork = {
    ...beacon.network,
    forks: [{ ...beacon.network.forks[0]!, version: '0x06000001' as Hex }],
  }
  expect(stepOf(() => applyFinality({ ...start, network: fork }, finality(), now))).toBe(
    'not_signed',
  )
  const chain = { ...beacon.network, genesisValidatorsRoot: `0x${'77'.repeat(32)}` as Hex }
  expect(stepOf(() => applyFinality({ ...start, network: chain }, finality(), now))).toBe(
    'not_signed',
  )
  const before = { ...beacon.network, forks: [{ ...beacon.network.forks[0]!, epoch: 100n }] }
  expect(stepOf(() => startLightClient(before, checkpoint, bootstrap))).toBe('fork_unknown')
  const infinity = Uint8Array.of(0xc0, ...new Uint8Array(47))
  const keys = { ...start.committee, aggregate_pubkey: infinity }
  expect(stepOf(() => applyFinality({ ...start, committee: keys }, finality(), now))).toBe(
    'malformed',
  )
  expect(stepOf(() => partUpdates(new Uint8Array(11)))).toBe('malformed')
  expect(stepOf(() => applyFinality(start, new Uint8Array(40_000), now))).toBe('malformed')
})

test('law: a changed byte gives no other final block', () => {
  const objects = {
    bootstrap,
    update: beacon.updateOf(250n, blockOf(240n)),
    finality: beacon.finalityOf(300n, blockOf(290n)),
  }
  const run = {
    bootstrap: (bytes: Uint8Array) => startLightClient(beacon.network, checkpoint, bytes),
    update: (bytes: Uint8Array) => applyUpdate(start, bytes, now),
    finality: (bytes: Uint8Array) => applyFinality(start, bytes, now),
  }
  const change = fc.record({
    kind: fc.constantFrom('bootstrap', 'update', 'finality'),
    part: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
    bits: fc.integer({ min: 1, max: 255 }),
  })
  fc.assert(
    fc.property(change, ({ kind, part, bits }) => {
      const bytes = objects[kind].slice()
      bytes[Math.floor(part * bytes.length)]! ^= bits
      expect(stepOf(() => run[kind](bytes))).not.toBe('none')
    }),
    { numRuns: runsOf(0.5) },
  )
})
