import { memoize } from '@vaultwright/base'
import {
  bitvector,
  bytelist,
  bytevector,
  container,
  type SSZCoder,
  uint64,
  uint256,
  vector,
} from 'micro-eth-signer/ssz.js'
import type { BeaconPreset, LightClientLayout } from './network.ts'

/** A block header of the beacon chain, as SSZ decodes it. */
export type BeaconHeader = {
  readonly slot: bigint
  readonly proposer_index: bigint
  readonly parent_root: Uint8Array
  readonly state_root: Uint8Array
  readonly body_root: Uint8Array
}

/** The execution block's header inside a beacon block, as far as it is used here. */
export type ExecutionHeader = {
  readonly state_root: Uint8Array
  readonly block_number: bigint
  readonly timestamp: bigint
  readonly block_hash: Uint8Array
}

/** A header of the light-client protocol: a beacon block and its execution block. */
export type LightClientHeader = {
  readonly beacon: BeaconHeader
  readonly execution: ExecutionHeader
  readonly execution_branch: readonly Uint8Array[]
}

/** The validators that sign the parent block of each slot of a period: 512 on mainnet. */
export type CommitteeKeys = {
  /** Compressed keys of 48 bytes. */
  readonly pubkeys: readonly Uint8Array[]
  readonly aggregate_pubkey: Uint8Array
}

/** The first object of a light client: the committee under a block that one trusts. */
export type Bootstrap = {
  readonly header: LightClientHeader
  readonly current_sync_committee: CommitteeKeys
  readonly current_sync_committee_branch: readonly Uint8Array[]
}

/** The newest header that a committee signed; it is not final. */
export type OptimisticUpdate = {
  readonly attested_header: LightClientHeader
  readonly sync_aggregate: {
    readonly sync_committee_bits: readonly boolean[]
    readonly sync_committee_signature: Uint8Array
  }
  readonly signature_slot: bigint
}

/** A final header in the state of a header that a committee signed. */
export type FinalityUpdate = OptimisticUpdate & {
  readonly finalized_header: LightClientHeader
  readonly finality_branch: readonly Uint8Array[]
}

/** A final header with the committee of the next period. */
export type CommitteeUpdate = FinalityUpdate & {
  readonly next_sync_committee: CommitteeKeys
  readonly next_sync_committee_branch: readonly Uint8Array[]
}

/** The SSZ coders of a layout. */
type LayoutCoders = {
  readonly execution: SSZCoder<ExecutionHeader>
  readonly bootstrap: SSZCoder<Bootstrap>
  readonly update: SSZCoder<CommitteeUpdate>
  readonly finality: SSZCoder<FinalityUpdate>
  readonly optimistic: SSZCoder<OptimisticUpdate>
  /** The number of hashes of each branch. */
  readonly depth: { readonly committee: number; readonly finality: number }
}

const root = /* @__PURE__ */ bytevector(32)

/** Source: consensus-specs, phase0. */
export const beaconHeader = /* @__PURE__ */ container({
  slot: uint64,
  proposer_index: uint64,
  parent_root: root,
  state_root: root,
  body_root: root,
}) as unknown as SSZCoder<BeaconHeader>

/** The number of hashes from an execution header to the root of its beacon block's body. */
export const executionDepth = 4

// Source: consensus-specs, Capella; Deneb adds two fields at the end.
const executionFields = {
  parent_hash: root,
  fee_recipient: /* @__PURE__ */ bytevector(20),
  state_root: root,
  receipts_root: root,
  logs_bloom: /* @__PURE__ */ bytevector(256),
  prev_randao: root,
  block_number: uint64,
  gas_limit: uint64,
  gas_used: uint64,
  timestamp: uint64,
  extra_data: /* @__PURE__ */ bytelist(32),
  base_fee_per_gas: uint256,
  block_hash: root,
  transactions_root: root,
  withdrawals_root: root,
}
const blobFields = { blob_gas_used: uint64, excess_blob_gas: uint64 }

/** The coders of a preset. */
type Layouts = Readonly<Record<LightClientLayout, LayoutCoders>> & {
  readonly committeeKeys: SSZCoder<CommitteeKeys>
}

/** The coders of a preset, by layout. Source: consensus-specs, light client of Altair, Capella, Deneb and Electra. */
export const layoutsOf = /* @__PURE__ */ memoize(({ committeeSize }: BeaconPreset): Layouts => {
  const committeeKeys = container({
    pubkeys: vector(committeeSize, bytevector(48)),
    aggregate_pubkey: bytevector(48),
  }) as unknown as SSZCoder<CommitteeKeys>
  const ofDeneb = { ...executionFields, ...blobFields }
  const early = { committee: 5, finality: 6 }
  const coders = (fields: ExecutionFields, depth: LayoutCoders['depth']) =>
    codersOf(fields, { depth, committeeSize, committeeKeys })
  return {
    committeeKeys,
    capella: coders(executionFields, early),
    deneb: coders(ofDeneb, early),
    electra: coders(ofDeneb, { committee: 6, finality: 7 }),
  }
})

type ExecutionFields = typeof executionFields & Partial<typeof blobFields>
type LayoutTerms = Pick<LayoutCoders, 'depth'> &
  Pick<BeaconPreset, 'committeeSize'> &
  Pick<Layouts, 'committeeKeys'>

function codersOf(
  fields: ExecutionFields,
  { depth, committeeSize, committeeKeys }: LayoutTerms,
): LayoutCoders {
  const execution = container(fields)
  const header = container({
    beacon: beaconHeader,
    execution,
    execution_branch: vector(executionDepth, root),
  })
  const committeeBranch = vector(depth.committee, root)
  const signature = {
    sync_aggregate: container({
      sync_committee_bits: bitvector(committeeSize),
      sync_committee_signature: bytevector(96),
    }),
    signature_slot: uint64,
  }
  const signed = {
    finalized_header: header,
    finality_branch: vector(depth.finality, root),
    ...signature,
  }
  const bootstrap = container({
    header,
    current_sync_committee: committeeKeys,
    current_sync_committee_branch: committeeBranch,
  })
  const update = container({
    attested_header: header,
    next_sync_committee: committeeKeys,
    next_sync_committee_branch: committeeBranch,
    ...signed,
  })
  const finality = container({ attested_header: header, ...signed })
  const optimistic = container({ attested_header: header, ...signature })
  return {
    execution: execution as unknown as SSZCoder<ExecutionHeader>,
    bootstrap: bootstrap as unknown as SSZCoder<Bootstrap>,
    update: update as unknown as SSZCoder<CommitteeUpdate>,
    finality: finality as unknown as SSZCoder<FinalityUpdate>,
    optimistic: optimistic as unknown as SSZCoder<OptimisticUpdate>,
    depth,
  }
}
