import type { SSZCoder } from 'micro-eth-signer/ssz.js'
import { FinalityError } from './error.ts'
import {
  type Bootstrap,
  type CommitteeUpdate,
  type FinalityUpdate,
  layoutsOf,
  type OptimisticUpdate,
} from './layout.ts'
import { type BeaconNetwork, forkAt, type LightClientLayout } from './network.ts'

/** An object with the depths of the branches in its layout. */
export type Opened<Value> = {
  readonly value: Value
  readonly depth: { readonly committee: number; readonly finality: number }
}

/** More bytes than any object has: 512 keys, three headers and their branches. */
const maxBytes = 32_768

/** Opens a bootstrap. @throws {FinalityError} `malformed` or `fork_unknown`. */
export const openBootstrap = (network: BeaconNetwork, bytes: Uint8Array): Opened<Bootstrap> =>
  open(network, bytes, {
    name: 'bootstrap',
    coderOf: (layout) => layoutsOf(network.preset)[layout].bootstrap,
    slotOf: ({ header }) => header.beacon.slot,
  })

/** Opens an update with a committee. @throws {FinalityError} `malformed` or `fork_unknown`. */
export const openUpdate = (network: BeaconNetwork, bytes: Uint8Array): Opened<CommitteeUpdate> =>
  open(network, bytes, {
    name: 'update',
    coderOf: (layout) => layoutsOf(network.preset)[layout].update,
    slotOf: ({ attested_header }) => attested_header.beacon.slot,
  })

/** Opens a finality update. @throws {FinalityError} `malformed` or `fork_unknown`. */
export const openFinalityUpdate = (
  network: BeaconNetwork,
  bytes: Uint8Array,
): Opened<FinalityUpdate> =>
  open(network, bytes, {
    name: 'finality update',
    coderOf: (layout) => layoutsOf(network.preset)[layout].finality,
    slotOf: ({ attested_header }) => attested_header.beacon.slot,
  })

/** Opens an optimistic update. @throws {FinalityError} `malformed` or `fork_unknown`. */
export const openOptimisticUpdate = (
  network: BeaconNetwork,
  bytes: Uint8Array,
): Opened<OptimisticUpdate> =>
  open(network, bytes, {
    name: 'optimistic update',
    coderOf: (layout) => layoutsOf(network.preset)[layout].optimistic,
    slotOf: ({ attested_header }) => attested_header.beacon.slot,
  })

/**
 * Parts an answer of `/eth/v1/beacon/light_client/updates` into its objects: each frame has 8 bytes of
 * length, little endian, that count the 4 bytes of the fork's digest too.
 *
 * @throws {FinalityError} `malformed` where the frames do not end with the bytes.
 */
export function partUpdates(answer: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength)
  const updates: Uint8Array[] = []
  let start = 0
  while (start < answer.length) {
    const length = start + 12 > answer.length ? 0n : view.getBigUint64(start, true)
    const end = start + 8 + Number(length)
    if (length <= 4n || length > BigInt(maxBytes) || end > answer.length) {
      throw new FinalityError('malformed', `the frame at byte ${start} of the updates is not whole`)
    }
    updates.push(answer.subarray(start + 12, end))
    start = end
  }
  return updates
}

type ObjectKind<Value> = {
  readonly name: string
  readonly coderOf: (layout: LightClientLayout) => SSZCoder<Value>
  readonly slotOf: (value: Value) => bigint
}

/** Decodes by each layout until one fits, and holds it against the fork of the slot in it. */
function open<Value>(
  network: BeaconNetwork,
  bytes: Uint8Array,
  { name, coderOf, slotOf }: ObjectKind<Value>,
): Opened<Value> {
  if (bytes.length > maxBytes) {
    throw new FinalityError(
      'malformed',
      `the ${name} has ${bytes.length} bytes, more than ${maxBytes}`,
    )
  }
  let mismatch: FinalityError | null = null
  let cause: unknown
  for (const layout of ['electra', 'deneb', 'capella'] as const) {
    try {
      const value = coderOf(layout).decode(bytes)
      const slot = slotOf(value)
      const fork = forkAt(network, slot)
      if (fork?.layout === layout) return { value, depth: layoutsOf(network.preset)[layout].depth }
      const reason = `the ${name} has the layout of ${layout} at slot ${slot}, where the chain has ${fork?.layout ?? 'none that names an execution block'}`
      // An optimistic update is the same bytes in two layouts: the slot tells which one it is.
      mismatch ??= new FinalityError('fork_unknown', reason)
    } catch (error) {
      if (error instanceof FinalityError) throw error
      cause ??= error
    }
  }
  if (mismatch !== null) throw mismatch
  throw new FinalityError('malformed', `the ${name} is not SSZ of a known fork`, cause)
}
