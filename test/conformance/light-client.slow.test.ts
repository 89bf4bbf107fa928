import { readFileSync } from 'node:fs'
import { type Hex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FinalityError } from '../../packages/finality/src/error.ts'
import { beaconHeader } from '../../packages/finality/src/layout.ts'
import {
  applyUpdate,
  type LightClient,
  startLightClient,
} from '../../packages/finality/src/light-client.ts'
import {
  openBootstrap,
  openUpdate,
  partUpdates,
} from '../../packages/finality/src/light-client-object.ts'
import { mainnetBeacon } from '../../packages/finality/src/network.ts'
import { runsOf } from '../support/runs.ts'
import { isFilePresent } from '../support/skip-unless.ts'

const folder = new URL('../../../shared/data/light-client/', import.meta.url)
const isDataThere = isFilePresent(folder)
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))
const later = { currentSlot: 20_000_000n }
const follow = (client: LightClient, updates: readonly Uint8Array[]) =>
  updates.reduce((state, update) => applyUpdate(state, update, later), client)

test.skipIf(!isDataThere)(
  'golden: 46 committees of mainnet follow one another, and two recordings agree',
  () => {
    const bootstrap = read('mainnet-bootstrap-period-1347.ssz')
    // The recording does not name its root: this holds the committees to one another, not to a published root.
    const { header } = openBootstrap(mainnetBeacon, bootstrap).value
    const checkpoint: Hex = printHex(beaconHeader.merkleRoot(header.beacon))
    const updates = partUpdates(read('mainnet-updates-period-1347-count-46.ssz'))
    expect(updates).toHaveLength(46)
    const absentCounts = updates.slice(0, 40).map((update) => {
      const { sync_committee_bits } = openUpdate(mainnetBeacon, update).value.sync_aggregate
      return sync_committee_bits.filter((isPresent) => !isPresent).length
    })
    // Keys of members that are opened: 20,480 would be all of them.
    expect(absentCounts.reduce((sum, count) => sum + count)).toBeLessThan(51)
    const end = follow(startLightClient(mainnetBeacon, checkpoint, bootstrap), updates)
    expect(end).toMatchObject({ final: { slot: 11_403_328n, block: { number: 22_186_786n } } })
    const first = startLightClient(mainnetBeacon, checkpoint, bootstrap)
    const joined = follow(first, updates.slice(0, 32))
    const recorded = partUpdates(read('mainnet-updates-period-1379-count-14.ssz'))
    expect(recorded).toHaveLength(14)
    expect(follow(joined, recorded).final).toEqual(end.final)
  },
)

test.skipIf(!isDataThere)('law: no changed byte of a real update gives a final block', () => {
  const checkpoint = '0xd9717ecc253684291f828688f311ba74d05af74c31654f6e14077669fca62f6a'
  const bootstrap = read('mainnet-bootstrap-slot-11640864.ssz')
  const start = startLightClient(mainnetBeacon, checkpoint, bootstrap)
  const [update] = partUpdates(read('mainnet-update-period-1421.ssz'))
  const change = fc.record({
    isBootstrap: fc.boolean(),
    part: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
    bit: fc.nat(7),
  })
  fc.assert(
    fc.property(change, ({ isBootstrap, part, bit }) => {
      const bytes = (isBootstrap ? bootstrap : update!).slice()
      bytes[Math.floor(part * bytes.length)]! ^= 1 << bit
      const run = () =>
        isBootstrap
          ? startLightClient(mainnetBeacon, checkpoint, bytes)
          : applyUpdate(start, bytes, later)
      expect(run).toThrow(FinalityError)
    }),
    { numRuns: runsOf(20) },
  )
})
