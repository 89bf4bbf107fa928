import { normalizeZ } from '@noble/curves/abstract/curve.js'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { type Hex, parseHex, printHex } from '@vaultwright/base'
import type { BeaconNetwork, FinalHeader, FinalityFile } from '@vaultwright/finality'
import { bytevector, vector } from 'micro-eth-signer/ssz.js'
// The coders are the room's own: real answers of mainnet hold them to the specification.
import {
  beaconHeader,
  type CommitteeKeys,
  type LightClientHeader,
  layoutsOf,
} from '../../../packages/finality/src/layout.ts'
import {
  type BeaconPreset,
  mainnetPreset,
  signingRootOf,
} from '../../../packages/finality/src/network.ts'

/** An execution block, as far as a beacon block states it. */
export type ExecutionBlock = FinalHeader['block'] & { readonly timestamp: bigint }

const { Point } = bls12_381.G1
const root = bytevector(32)
const pair = vector(2, root)
const zero = new Uint8Array(32)
const wordOf = (value: bigint) => parseHex(`0x${value.toString(16).padStart(64, '0')}`)

/** The layers of a tree of hashes, leaves first. */
function layersOf(leaves: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  if (leaves.length === 1) return [leaves]
  const parents = Array.from({ length: leaves.length / 2 }, (_, index) =>
    pair.merkleRoot([leaves[2 * index]!, leaves[2 * index + 1]!]),
  )
  return [leaves, ...layersOf(parents)]
}

/** A tree of `size` leaves of which few are set. */
function sparseTree(size: number, set: ReadonlyMap<number, Uint8Array>) {
  const layers = layersOf(Array.from({ length: size }, (_, index) => set.get(index) ?? zero))
  return {
    root: layers.at(-1)![0]!,
    branch: (index: number) =>
      layers.slice(0, -1).map((layer, level) => layer[(index >> level) ^ 1]!),
  }
}

/** The validators of a period, whose secret keys follow one another. */
function committeeOf(period: bigint, size: number) {
  const first = 1n + period * 1000n
  const points = [Point.BASE.multiply(first)]
  while (points.length < size) points.push(points.at(-1)!.add(Point.BASE))
  const pubkeys = normalizeZ(Point, points).map((point) => point.toBytes(true))
  const sum = points.reduce((left, right) => left.add(right))
  const keys: CommitteeKeys = { pubkeys, aggregate_pubkey: sum.toBytes(true) }
  const sign = (message: Uint8Array, isPresent: (member: number) => boolean) => {
    const bits = Array.from({ length: size }, (_, member) => isPresent(member))
    const secret = bits.reduce(
      (total, bit, member) => (bit ? total + first + BigInt(member) : total),
      0n,
    )
    const { hash, sign, Signature } = bls12_381.longSignatures
    const suite = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'
    const signature =
      secret === 0n
        ? Uint8Array.of(0xc0, ...new Uint8Array(95))
        : Signature.toBytes(sign(hash(message, suite), wordOf(secret)))
    return { sync_committee_bits: bits, sync_committee_signature: signature }
  }
  return { keys, sign }
}

/** The terms of a signature; each default is an honest one. */
export type SignTerms = {
  readonly isPresent?: (member: number) => boolean
  /** The slot that the signature states. */
  readonly slot?: bigint
  /** The period whose committee signs. */
  readonly period?: bigint
  /** The period whose committee the update names as the next. */
  readonly next?: bigint
}

/**
 * A beacon chain with a signer of its own: all that `/eth/v1/beacon/light_client` answers, as SSZ, over
 * execution blocks that a test chooses.
 *
 * @param genesisTime - unix seconds of slot 0.
 */
export function openLocalBeacon(
  chainId: number,
  genesisTime = 1_700_000_000n,
  preset: BeaconPreset = mainnetPreset,
) {
  const { electra, committeeKeys } = layoutsOf(preset)
  const periodOf = (slot: bigint) => slot / preset.slotsPerPeriod
  const network: BeaconNetwork = {
    chainId,
    genesisValidatorsRoot: printHex(wordOf(BigInt(chainId) + 0xbeac0n)),
    genesisTime,
    secondsPerSlot: 12n,
    preset,
    forks: [{ epoch: 0n, version: '0x05000001', layout: 'electra' }],
  }
  const committees = new Map<bigint, ReturnType<typeof committeeOf>>()
  const committeeAt = (period: bigint) => {
    const committee = committees.get(period) ?? committeeOf(period, preset.committeeSize)
    committees.set(period, committee)
    return committee
  }

  /** A beacon block whose state knows its committees and the last final block. */
  const blockAt = (
    slot: bigint,
    block: ExecutionBlock,
    final?: LightClientHeader,
    next?: bigint,
  ) => {
    const execution = {
      parent_hash: zero,
      fee_recipient: new Uint8Array(20),
      state_root: parseHex(block.stateRoot),
      receipts_root: zero,
      logs_bloom: new Uint8Array(256),
      prev_randao: zero,
      block_number: block.number,
      gas_limit: 0n,
      gas_used: 0n,
      timestamp: block.timestamp,
      extra_data: new Uint8Array(3),
      base_fee_per_gas: 0n,
      block_hash: parseHex(block.hash),
      transactions_root: zero,
      withdrawals_root: zero,
      blob_gas_used: 0n,
      excess_blob_gas: 0n,
    }
    const body = sparseTree(16, new Map([[9, electra.execution.merkleRoot(execution)]]))
    const period = periodOf(slot)
    const epoch = wordOf(0n)
    const finalRoot = final === undefined ? zero : beaconHeader.merkleRoot(final.beacon)
    const state = sparseTree(
      64,
      new Map([
        [20, pair.merkleRoot([epoch, finalRoot])],
        [22, committeeKeys.merkleRoot(committeeAt(period).keys)],
        [23, committeeKeys.merkleRoot(committeeAt(next ?? period + 1n).keys)],
      ]),
    )
    const header: LightClientHeader = {
      beacon: {
        slot,
        proposer_index: 1n,
        parent_root: zero,
        state_root: state.root,
        body_root: body.root,
      },
      execution,
      execution_branch: body.branch(9),
    }
    return { header, state, finalityBranch: [epoch, ...state.branch(20)] }
  }

  /** The fields of a finality update over a final block. */
  const signedOf = (
    { slot, block }: { readonly slot: bigint; readonly block: ExecutionBlock },
    terms: SignTerms,
  ) => {
    const final = blockAt(slot, block).header
    const attested = blockAt(slot + 2n * preset.slotsPerEpoch, block, final, terms.next)
    const signatureSlot = terms.slot ?? slot + 2n * preset.slotsPerEpoch + 1n
    const headerRoot = beaconHeader.merkleRoot(attested.header.beacon)
    const message = signingRootOf(network, {
      headerRoot,
      slot: slot + 2n * preset.slotsPerEpoch + 1n,
    })!
    const signer = committeeAt(terms.period ?? periodOf(slot + 2n * preset.slotsPerEpoch + 1n))
    const update = {
      attested_header: attested.header,
      finalized_header: final,
      finality_branch: attested.finalityBranch,
      sync_aggregate: signer.sign(message, terms.isPresent ?? ((member) => member !== 7)),
      signature_slot: signatureSlot,
    }
    return { update, attested }
  }

  return {
    network,
    /** The root of a block: what a person takes as checkpoint. */
    checkpointOf: (slot: bigint, block: ExecutionBlock): Hex =>
      printHex(beaconHeader.merkleRoot(blockAt(slot, block).header.beacon)),
    bootstrapOf: (slot: bigint, block: ExecutionBlock): Uint8Array => {
      const { header, state } = blockAt(slot, block)
      return electra.bootstrap.encode({
        header,
        current_sync_committee: committeeAt(periodOf(slot)).keys,
        current_sync_committee_branch: state.branch(22),
      })
    },
    updateOf: (slot: bigint, block: ExecutionBlock, terms: SignTerms = {}): Uint8Array => {
      const { update, attested } = signedOf({ slot, block }, terms)
      return electra.update.encode({
        ...update,
        next_sync_committee: committeeAt(terms.next ?? periodOf(slot) + 1n).keys,
        next_sync_committee_branch: attested.state.branch(23),
      })
    },
    /** The newest header that the committee signed, in the slot after it. */
    optimisticOf: (slot: bigint, block: ExecutionBlock, terms: SignTerms = {}): Uint8Array => {
      const attested = blockAt(slot, block).header
      const headerRoot = beaconHeader.merkleRoot(attested.beacon)
      const message = signingRootOf(network, { headerRoot, slot: slot + 1n })!
      const signer = committeeAt(terms.period ?? periodOf(slot + 1n))
      return electra.optimistic.encode({
        attested_header: attested,
        sync_aggregate: signer.sign(message, terms.isPresent ?? ((member) => member !== 7)),
        signature_slot: terms.slot ?? slot + 1n,
      })
    },
    finalityOf: (slot: bigint, block: ExecutionBlock, terms: SignTerms = {}): Uint8Array =>
      electra.finality.encode(signedOf({ slot, block }, terms).update),
  }
}

/** The file of a beacon chain, as `--beacon-network` takes it. */
export function beaconNetworkFile({
  genesisTime,
  secondsPerSlot,
  forks,
  preset: _,
  ...network
}: BeaconNetwork) {
  return JSON.stringify({
    ...network,
    genesisTime: String(genesisTime),
    secondsPerSlot: String(secondsPerSlot),
    forks: forks.map(({ epoch, ...fork }) => ({ ...fork, epoch: String(epoch) })),
  })
}

/** Makes the finality file of a block that a beacon chain of its own has made final, a day after its genesis. */
export function finalityOfBlock(chainId: number, execution: ExecutionBlock) {
  const beacon = openLocalBeacon(chainId, BigInt(Math.floor(Date.now() / 1000)) - 86_400n)
  const checkpoint = beacon.checkpointOf(100n, execution)
  const { number, hash } = execution
  const file: FinalityFile = {
    chainId,
    checkpoint,
    bootstrap: printHex(beacon.bootstrapOf(100n, execution)),
    updates: [],
    finality: printHex(beacon.finalityOf(200n, execution)),
    optimistic: null,
    block: { number, hash },
    evidence: { kind: 'same' },
  }
  return { file, checkpoint, network: beaconNetworkFile(beacon.network) }
}

/** A beacon chain of a test. */
export type LocalBeacon = ReturnType<typeof openLocalBeacon>
