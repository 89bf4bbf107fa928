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
    set_at: Type.Union([time, Type.Null()]),
    set_tx_hash: Type.Union([word, Type.Null()]),
    leaf_count: Type.Union([Type.Integer(), Type.Null()]),
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

/** A root of a strategist, as much of it as the interface shows. */
export type RootInput = {
  readonly root: Hex
  /** EIP-55. */
  readonly strategist: Address
  readonly isActive: boolean
  readonly setAtUnix: bigint | null
  readonly setTxHash: Hex | null
  readonly leafCount: number | null
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
    links: { tree: `/trees/${entry.root}` },
  }
}
