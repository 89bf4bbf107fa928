import {
  type Address,
  BaseError,
  type Finding,
  type Hex,
  isSound,
  printHex,
} from '@vaultwright/base'
import { isPadding, type LeafTree } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { Layout } from './layout.ts'

/** A tree file that was read: the tree rebuilt from its leaves, and what the file said of it. */
export type TreeFile = {
  readonly format: 'solidity' | 'rust' | 'binary'
  /** The layout that reproduces the solidity text; null when none of the five does. */
  readonly layout: Layout | null
  /** The statements of the file. Printing never copies the stated root and counts. */
  readonly metadata: Metadata
  /** Rebuilt from the leaves; nothing stated is trusted. */
  readonly tree: LeafTree
  /** Differences between the file and the rebuilt tree. */
  readonly findings: readonly Finding[]
  /** The form that printing the solidity text needs beyond the values. */
  readonly form: TreeFileForm
}

/** The statements of a file about its tree. Null where the file does not say. */
export type Metadata = {
  readonly vault: Address | null
  readonly manager: Address | null
  readonly accountant: Address | null
  /** The default decoder; a leaf may name another. */
  readonly decoder: Address | null
  /** Stated root; the rebuilt one is the tree's. */
  readonly root: Hex
  /** Stated number of used slots, padding excluded. */
  readonly leafCount: number
  /** Stated number of slots. */
  readonly capacity: number | null
}

/** The shape of a solidity text beyond its values. */
export type TreeFileForm = {
  /** The layout that printing uses. */
  readonly layout: Layout
  readonly newline: '\n' | '\r\n'
  readonly finalNewline: boolean
  /** The `LeafIndex` of each slot, in files that have it; null in those that have none. */
  readonly leafIndexes: readonly number[] | null
  /** The form of empty slots: as hashed, or in legacy files with the zero address or its digest. */
  readonly padding: PaddingText
  /** Deviations of the text from the layout: pieces of space or spelling, never a value. */
  readonly deviations: readonly Deviation[]
}

/** The form of the leaf objects of empty slots. */
export type PaddingText = 'as-hashed' | 'zero' | 'zero-digest'

/** Every way in which empty slots are written. */
export const paddingTexts: readonly PaddingText[] = ['as-hashed', 'zero', 'zero-digest']

/** One piece of text that is spelled otherwise than in the layout: number of the piece, and its text. */
export type Deviation = readonly [piece: number, text: string]

/** The form of a fresh file: prettier with two spaces. */
export const freshForm: TreeFileForm = {
  layout: 'prettier-2',
  newline: '\n',
  finalNewline: true,
  leafIndexes: null,
  padding: 'as-hashed',
  deviations: [],
}

/** The accounts that a fresh file names. */
export type Accounts = {
  readonly vault: Address | null
  readonly manager: Address | null
  readonly accountant: Address | null
  readonly decoder: Address | null
}

/**
 * Makes a file of a tree: root and counts are the tree's own.
 *
 * @param accounts - vault, manager, accountant and default decoder · null leaves one out.
 * @returns a sound solidity file in the recommended layout.
 */
export function fileOf(tree: LeafTree, accounts: Accounts): TreeFile {
  const { vault, manager, accountant, decoder } = accounts
  const metadata = {
    vault,
    manager,
    accountant,
    decoder,
    root: printHex(rootOf(tree.tree)),
    leafCount: usedCountOf(tree),
    capacity: tree.tree.capacity,
  }
  const isLegacy = isPadding(tree.padding) && !/^0x0{40}$/.test(tree.padding.decoder)
  const form: TreeFileForm = isLegacy ? { ...freshForm, padding: 'zero' } : freshForm
  return { format: 'solidity', layout: form.layout, metadata, tree, findings: [], form }
}

/**
 * Counts the used slots of a tree: those whose target is not the zero address, duplicates included.
 *
 * @returns used slots, from 0 to the capacity.
 */
export function usedCountOf(tree: LeafTree): number {
  let count = 0
  for (const leaf of tree.leaves) if (!isPadding(leaf)) count++
  return count
}

/**
 * Refuses a file that states something else than what its leaves give.
 *
 * @throws {UnsoundTreeError} when a finding is an error.
 */
export function assertSound(file: TreeFile): void {
  if (!isSound(file.findings)) throw new UnsoundTreeError(file.findings)
}

/** A tree file contradicts itself. */
export class UnsoundTreeError extends BaseError {
  override readonly code = 'unsound_tree'
  override readonly kind = 'invalid_input'

  constructor(findings: readonly Finding[]) {
    const errors = findings.filter((finding) => finding.severity === 'error')
    super({
      message: `The tree file contradicts itself in ${errors.length} place${errors.length === 1 ? '' : 's'}: ${errors[0]?.message ?? ''} Regenerate it from its leaves.`,
      facts: {
        errors: errors.slice(0, 100).map(({ code, leaf, message }) => ({ code, leaf, message })),
      },
    })
  }
}
