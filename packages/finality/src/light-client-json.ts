import { type Hex, parseHex } from '@vaultwright/base'
import { pieceReaderOf } from '@vaultwright/proof'
import { FinalityError } from './error.ts'
import {
  type BeaconHeader,
  type CommitteeKeys,
  type FinalityUpdate,
  type LightClientHeader,
  layoutsOf,
  type OptimisticUpdate,
} from './layout.ts'
import { type LightClientLayout, mainnetPreset } from './network.ts'

/** An object of the light client, as the beacon API names its answers. */
export type LightClientObjectName = 'bootstrap' | 'update' | 'finality' | 'optimistic'

/** The layout by the fork that an answer names. Source: beacon-APIs, `version`. */
const layoutByVersion: ReadonlyMap<unknown, LightClientLayout> = new Map([
  ['capella', 'capella'],
  ['deneb', 'deneb'],
  ['electra', 'electra'],
  ['fulu', 'electra'],
])
const reader = pieceReaderOf(
  (part, reason, cause) =>
    new FinalityError('malformed', `${part} of the answer in JSON ${reason}`, cause),
)
const hashNames = [
  'parent_hash',
  'state_root',
  'receipts_root',
  'prev_randao',
  'block_hash',
  'transactions_root',
  'withdrawals_root',
] as const
const numberNames = [
  'block_number',
  'gas_limit',
  'gas_used',
  'timestamp',
  'base_fee_per_gas',
] as const
const blobNames = ['blob_gas_used', 'excess_blob_gas'] as const
const otherNames = ['fee_recipient', 'logs_bloom', 'extra_data'] as const

/**
 * Encodes an answer in JSON as the SSZ that the same server could have sent; nothing in it is believed yet.
 *
 * @param answer - `{ version, data }`, parsed.
 * @throws {FinalityError} `malformed` with the part, or `fork_unknown`.
 */
export function encodeLightClientJson(name: LightClientObjectName, answer: unknown): Uint8Array {
  if (typeof answer !== 'object' || answer === null) {
    throw new FinalityError('malformed', 'the answer in JSON is not an object')
  }
  const { version: fork, data } = answer as { readonly version?: unknown; readonly data?: unknown }
  const layout = layoutByVersion.get(fork)
  if (layout === undefined) {
    const version = JSON.stringify(fork)?.slice(0, 40)
    throw new FinalityError('fork_unknown', `the answer in JSON is of the fork ${version}`)
  }
  const coders = layoutsOf(mainnetPreset)[layout]
  try {
    switch (name) {
      case 'bootstrap':
        return coders.bootstrap.encode(bootstrapOf(data, layout))
      case 'update': {
        const fields = reader.fields(data, 'data', [...signedNames, ...nextNames])
        return coders.update.encode({
          ...signedOf(fields, layout),
          next_sync_committee: committeeOf(fields.next_sync_committee),
          next_sync_committee_branch: branchOf(fields.next_sync_committee_branch, 'branch'),
        })
      }
      case 'finality':
        return coders.finality.encode(signedOf(reader.fields(data, 'data', signedNames), layout))
      case 'optimistic':
        return coders.optimistic.encode(
          signatureOf(reader.fields(data, 'data', signatureNames), layout),
        )
    }
  } catch (error) {
    if (error instanceof FinalityError) throw error
    throw new FinalityError(
      'malformed',
      `the ${name} in JSON has not the sizes of ${layout}`,
      error,
    )
  }
}

const bootstrapNames = ['header', 'current_sync_committee', 'current_sync_committee_branch']
const nextNames = ['next_sync_committee', 'next_sync_committee_branch']
const signatureNames = ['attested_header', 'sync_aggregate', 'signature_slot']
const signedNames = [...signatureNames, 'finalized_header', 'finality_branch']

function bootstrapOf(value: unknown, layout: LightClientLayout) {
  const fields = reader.fields(value, 'data', bootstrapNames)
  return {
    header: headerOf(fields.header, layout),
    current_sync_committee: committeeOf(fields.current_sync_committee),
    current_sync_committee_branch: branchOf(fields.current_sync_committee_branch, 'branch'),
  }
}

type Fields = Readonly<Record<string, unknown>>

function signedOf(fields: Fields, layout: LightClientLayout): FinalityUpdate {
  return {
    ...signatureOf(fields, layout),
    finalized_header: headerOf(fields.finalized_header, layout),
    finality_branch: branchOf(fields.finality_branch, 'finality_branch'),
  }
}

function signatureOf(fields: Fields, layout: LightClientLayout): OptimisticUpdate {
  const aggregate = reader.fields(fields.sync_aggregate, 'sync_aggregate', [
    'sync_committee_bits',
    'sync_committee_signature',
  ])
  const { committeeSize } = mainnetPreset
  const bits = bytesOf(aggregate.sync_committee_bits, 'sync_committee_bits', committeeSize / 8)
  return {
    attested_header: headerOf(fields.attested_header, layout),
    sync_aggregate: {
      sync_committee_bits: Array.from(
        { length: committeeSize },
        (_, index) => ((bits[index >> 3]! >> (index & 7)) & 1) === 1,
      ),
      sync_committee_signature: bytesOf(
        aggregate.sync_committee_signature,
        'sync_committee_signature',
        96,
      ),
    },
    signature_slot: reader.number(fields.signature_slot, 'signature_slot'),
  }
}

function headerOf(value: unknown, layout: LightClientLayout): LightClientHeader {
  const fields = reader.fields(value, 'a header', ['beacon', 'execution', 'execution_branch'])
  const blobs = layout === 'capella' ? [] : blobNames
  const execution = reader.fields(fields.execution, 'an execution block', [
    ...hashNames,
    ...numberNames,
    ...otherNames,
    ...blobs,
  ])
  const hashes = hashNames.map((name) => [name, bytesOf(execution[name], name, 32)] as const)
  const numbers = [...numberNames, ...blobs].map(
    (name) => [name, reader.number(execution[name], name)] as const,
  )
  const header = {
    ...Object.fromEntries(hashes),
    ...Object.fromEntries(numbers),
    fee_recipient: bytesOf(execution.fee_recipient, 'fee_recipient', 20),
    logs_bloom: bytesOf(execution.logs_bloom, 'logs_bloom', 256),
    extra_data: bytesOf(execution.extra_data, 'extra_data'),
  }
  return {
    beacon: beaconOf(fields.beacon),
    execution: header as unknown as LightClientHeader['execution'],
    execution_branch: branchOf(fields.execution_branch, 'execution_branch'),
  }
}

function beaconOf(value: unknown): BeaconHeader {
  const roots = ['parent_root', 'state_root', 'body_root'] as const
  const fields = reader.fields(value, 'a beacon block', ['slot', 'proposer_index', ...roots])
  return {
    slot: reader.number(fields.slot, 'slot'),
    proposer_index: reader.number(fields.proposer_index, 'proposer_index'),
    parent_root: bytesOf(fields.parent_root, 'parent_root', 32),
    state_root: bytesOf(fields.state_root, 'state_root', 32),
    body_root: bytesOf(fields.body_root, 'body_root', 32),
  }
}

function committeeOf(value: unknown): CommitteeKeys {
  const fields = reader.fields(value, 'a committee', ['pubkeys', 'aggregate_pubkey'])
  return {
    pubkeys: reader.list(fields.pubkeys, 'pubkeys', 48).map((key) => parseHex(key)),
    aggregate_pubkey: bytesOf(fields.aggregate_pubkey, 'aggregate_pubkey', 48),
  }
}

const branchOf = (value: unknown, part: string): readonly Uint8Array[] =>
  reader.list(value, part, 32).map((hash: Hex) => parseHex(hash))
const bytesOf = (value: unknown, part: string, length?: number): Uint8Array =>
  parseHex(reader.hex(value, part, length))
