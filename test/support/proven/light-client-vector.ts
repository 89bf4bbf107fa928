import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import { parse } from 'yaml'
import { FinalityError } from '../../../packages/finality/src/error.ts'
import { layoutsOf } from '../../../packages/finality/src/layout.ts'
import {
  applyFinality,
  applyUpdate,
  type LightClient,
  startLightClient,
} from '../../../packages/finality/src/light-client.ts'
import { openUpdate } from '../../../packages/finality/src/light-client-object.ts'
import {
  type BeaconNetwork,
  type BeaconPreset,
  forkAt,
  mainnetPreset,
} from '../../../packages/finality/src/network.ts'

/** The result of one case of the consensus specification. */
export type VectorOutcome =
  | { readonly kind: 'passed'; readonly steps: number }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string }

/** The sizes of chains for tests. Source: consensus-specs, presets/minimal. */
export const minimalPreset: BeaconPreset = {
  committeeSize: 32,
  slotsPerEpoch: 8n,
  slotsPerPeriod: 64n,
}

/** A step of `steps.yaml`; every value of the file is text. Source: consensus-specs, tests/formats/light_client/sync.md. */
type Step = {
  readonly process_update?: {
    readonly update: string
    readonly current_slot: string
    readonly checks: Checks
  }
  readonly force_update?: { readonly checks: Checks }
  readonly upgrade_store?: object
}
type Checks = { readonly finalized_header: { readonly slot: string; readonly beacon_root: Hex } }

/** The folders below one that hold a case of `light_client/sync`. */
export function vectorFoldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'steps.yaml')
    .map((entry) => entry.parentPath)
    .filter((place) => existsSync(join(place, 'bootstrap.ssz_snappy')))
    .sort()
}

/**
 * Runs a case of `light_client/sync`: after each step the last final header is the one that the specification has.
 *
 * The specification also follows headers that are not final, and may be told to take one (`force_update`): what follows
 * such a step is not run, since nothing here takes a header that is not final.
 */
export function runLightClientVector(folder: string): VectorOutcome {
  const text = (name: string) =>
    parse(readFileSync(join(folder, name), 'utf8'), { schema: 'failsafe' })
  const bytes = (name: string) =>
    openSnappy(new Uint8Array(readFileSync(join(folder, `${name}.ssz_snappy`))))
  const meta = text('meta.yaml') as Readonly<Record<string, string>>
  const network = networkOf(text('config.yaml'), meta.genesis_validators_root as Hex)
  if (forkAt(network, 0n) === undefined) {
    return {
      kind: 'skipped',
      why: 'a chain that begins before Capella, whose headers name no block',
    }
  }
  let client = startLightClient(network, meta.trusted_block_root as Hex, bytes('bootstrap'))
  let count = 0
  for (const step of text('steps.yaml') as readonly Step[]) {
    const { process_update: update, force_update: forced } = step
    if (update !== undefined) {
      client = take(client, bytes(update.update), BigInt(update.current_slot))
    }
    const expected = (update ?? forced)?.checks.finalized_header
    const isExpected =
      expected === undefined ||
      (client.final.root === expected.beacon_root && client.final.slot === BigInt(expected.slot))
    if (!isExpected && forced !== undefined) {
      return count === 0
        ? { kind: 'skipped', why: 'a case that begins with a header that is not final' }
        : { kind: 'passed', steps: count }
    }
    if (!isExpected) {
      const reason = `step ${count}: slot ${client.final.slot} ${client.final.root} is final, and slot ${expected.slot} ${expected.beacon_root} should be`
      return { kind: 'failed', why: reason }
    }
    count += 1
  }
  return { kind: 'passed', steps: count }
}

/** Takes what an update proves: with its committee where it names one, else its final header alone. */
function take(client: LightClient, bytes: Uint8Array, currentSlot: bigint): LightClient {
  const { network } = client
  const withCommittee = attempt(client, () => applyUpdate(client, bytes, { currentSlot }))
  if (withCommittee !== client) return withCommittee
  return attempt(client, () => {
    const {
      next_sync_committee: _,
      next_sync_committee_branch: __,
      ...value
    } = openUpdate(network, bytes).value
    const { layout } = forkAt(network, value.attested_header.beacon.slot)!
    const finality = layoutsOf(network.preset)[layout].finality.encode(value)
    return applyFinality(client, finality, { currentSlot })
  })
}

/** An update that proves nothing leaves the client as it is. */
function attempt(client: LightClient, run: () => LightClient): LightClient {
  try {
    return run()
  } catch (error) {
    if (error instanceof FinalityError) return client
    throw error
  }
}

const forkNames = ['CAPELLA', 'DENEB', 'ELECTRA', 'FULU'] as const
const layoutNames = {
  CAPELLA: 'capella',
  DENEB: 'deneb',
  ELECTRA: 'electra',
  FULU: 'electra',
} as const
const neverEpoch = (1n << 64n) - 1n

function networkOf(
  config: Readonly<Record<string, string>>,
  genesisValidatorsRoot: Hex,
): BeaconNetwork {
  const forks = forkNames.flatMap((name) => {
    const epoch = BigInt(config[`${name}_FORK_EPOCH`] ?? neverEpoch)
    if (epoch === neverEpoch) return []
    const version = config[`${name}_FORK_VERSION`] as Hex
    return [{ epoch, version, layout: layoutNames[name] }]
  })
  return {
    chainId: 1,
    genesisValidatorsRoot,
    genesisTime: 0n,
    secondsPerSlot: BigInt(config.SECONDS_PER_SLOT ?? '12'),
    preset: config.PRESET_BASE === 'minimal' ? minimalPreset : mainnetPreset,
    // Of two forks of one epoch the later one holds.
    forks: forks.filter(({ epoch }, index) => forks[index + 1]?.epoch !== epoch),
  }
}

/** Opens a block of Snappy without frames. Source: google/snappy, format_description.txt. */
export function openSnappy(bytes: Uint8Array): Uint8Array {
  let offset = 0
  const byte = () => {
    const value = bytes[offset++]
    if (value === undefined) throw new RangeError('the block of Snappy ends in the middle')
    return value
  }
  const number = (size: number) => {
    let value = 0
    for (let index = 0; index < size; index++) value += byte() * 2 ** (8 * index)
    return value
  }
  let length = 0
  for (let shift = 0; ; shift += 7) {
    const part = byte()
    length += (part & 0x7f) * 2 ** shift
    if (part < 0x80) break
  }
  if (length > 1 << 24) throw new RangeError(`the block of Snappy states ${length} bytes`)
  const out = new Uint8Array(length)
  let end = 0
  const copy = (size: number, distance: number) => {
    if (distance === 0 || distance > end) throw new RangeError('a copy begins before the block')
    for (let index = 0; index < size; index++) out[end + index] = out[end + index - distance]!
    end += size
  }
  while (offset < bytes.length) {
    const tag = byte()
    const upper = tag >> 2
    switch (tag & 3) {
      case 0: {
        const size = 1 + (upper < 60 ? upper : number(upper - 59))
        if (offset + size > bytes.length) throw new RangeError('a literal ends behind the block')
        out.set(bytes.subarray(offset, offset + size), end)
        offset += size
        end += size
        break
      }
      case 1:
        copy(4 + (upper & 7), ((upper >> 3) << 8) + byte())
        break
      case 2:
        copy(upper + 1, number(2))
        break
      default:
        copy(upper + 1, number(4))
    }
  }
  if (end !== length) throw new RangeError(`the block of Snappy has ${end} bytes, not ${length}`)
  return out
}

/** Packs bytes as a block of Snappy that copies nothing. */
export function packSnappy(bytes: Uint8Array): Uint8Array {
  const length: number[] = []
  for (let count = bytes.length; ; count >>= 7) {
    length.push(count > 0x7f ? (count & 0x7f) | 0x80 : count)
    if (count <= 0x7f) break
  }
  const size = bytes.length - 1
  return Uint8Array.of(...length, 62 << 2, size & 255, (size >> 8) & 255, size >> 16, ...bytes)
}
