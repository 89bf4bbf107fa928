import type { Address, Hex } from '@vaultwright/base'
import Type, { type Static } from 'typebox'
import { address, time, word } from '../field/field.ts'
import { pageOf } from '../field/page.ts'
import { printTimeOrNull } from '../field/time.ts'

/** 2.11: one root of one strategist. */
export const rootEntry = Type.Object(
  {
    root_hash: word,
    strategist: address,
    active: Type.Boolean(),
    set_at: Type.Union([time, Type.Null()], {
      description: 'When it was set; null where no event of it was read',
    }),
    set_tx_hash: Type.Union([word, Type.Null()], {
      description: 'The transaction that set it; null where no event of it was read',
    }),
    leaf_count: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Null where the tree is not stored',
    }),
    block_number: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Of the block that set it last; null while it is pending',
    }),
    log_index: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Of its event: of two roots set in one block the greater came later; null where no event of it was read',
    }),
    replaced_at: Type.Union([time, Type.Null()], {
      description:
        "When the strategist's next root was set; null while it is active or pending, or when the time is not known",
    }),
    links: Type.Object(
      { tree: Type.String({ description: 'Resource path; put /v1 before it' }) },
      { title: 'RootLinks', additionalProperties: false },
    ),
  },
  { title: 'RootEntry', additionalProperties: false },
)

/** 4.10. */
export const rootsResponse = pageOf(rootEntry, 'RootPage')

/** 2.11. */
export type WireRoot = Static<typeof rootEntry>

const setLink = Type.Object(
  { tree: Type.String({ description: 'Resource path; put /v1 before it' }) },
  { title: 'RootChangeLinks', additionalProperties: false },
)

/** One time that a root was set on a Manager. */
export const rootChange = Type.Object(
  {
    root_hash: Type.String({
      ...word,
      description: 'The root that was set; 32 zero bytes take all rights away',
    }),
    strategist: address,
    set_at: Type.Union([time, Type.Null()], {
      description: 'When it was set; null where the time of its block was not read',
    }),
    block_number: Type.Integer(),
    log_index: Type.Integer(),
    set_tx_hash: Type.Union([word, Type.Null()], {
      description: 'The transaction that set it; null where it was not read',
    }),
    leaf_count: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Null when the tree is not stored',
    }),
    links: setLink,
  },
  { title: 'RootChange', additionalProperties: false },
)

/** The changes of a vault's roots. */
export const rootChangesResponse = pageOf(rootChange, 'RootChangePage')

/** Roots that were pushed and are not on the Manager. */
export const pendingRootsResponse = Type.Object(
  { data: Type.Array(rootEntry) },
  { title: 'PendingRootList', additionalProperties: false },
)

/** One time that a root was set on a Manager. */
export type RootChangeData = Static<typeof rootChange>

/** One time that a root was set, as much of it as the interface shows. */
export type RootChangeInput = {
  readonly root: Hex
  /** EIP-55. */
  readonly strategist: Address
  readonly atUnix: bigint | null
  readonly block: bigint
  readonly logIndex: number
  readonly txHash: Hex | null
  /** Null when the tree is not stored. */
  readonly leafCount: number | null
}

/** Writes one time that a root was set. */
export function rootChangeOf(change: RootChangeInput): RootChangeData {
  return {
    root_hash: change.root,
    strategist: change.strategist,
    set_at: printTimeOrNull(change.atUnix),
    block_number: Number(change.block),
    log_index: change.logIndex,
    set_tx_hash: change.txHash,
    leaf_count: change.leafCount,
    links: { tree: `/trees/${change.root}` },
  }
}

/** A root of a strategist, as much of it as the interface shows. */
export type RootInput = {
  readonly root: Hex
  /** EIP-55. */
  readonly strategist: Address
  readonly isActive: boolean
  readonly setAtUnix: bigint | null
  readonly setTxHash: Hex | null
  readonly leafCount: number | null
  readonly setBlock: bigint | null
  readonly setLogIndex: number | null
  readonly replacedAtUnix: bigint | null
}

/**
 * Writes a root of a strategist.
 *
 * Source: interface, 2.11.
 *
 * @returns what the interface shows of it; the link is without the version.
 */
export function rootEntryOf(entry: RootInput): WireRoot {
  return {
    root_hash: entry.root,
    strategist: entry.strategist,
    active: entry.isActive,
    set_at: printTimeOrNull(entry.setAtUnix),
    set_tx_hash: entry.setTxHash,
    leaf_count: entry.leafCount,
    block_number: entry.setBlock === null ? null : Number(entry.setBlock),
    log_index: entry.setLogIndex,
    replaced_at: printTimeOrNull(entry.replacedAtUnix),
    links: { tree: `/trees/${entry.root}` },
  }
}
