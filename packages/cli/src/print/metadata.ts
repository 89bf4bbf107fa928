import { type Address, isSameAddress, printHex } from '@vaultwright/base'
import { type TreeFile, usedCountOf } from '@vaultwright/formats'
import { rootOf } from '@vaultwright/merkle'
import { knownVaults } from '@vaultwright/registry'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printPairs } from './table.ts'

/** Turns what a file says about itself, and what was rebuilt, into what `--json` shows. */
export function metadataJsonOf(file: TreeFile): { readonly [key: string]: Json } {
  const { vault, manager, accountant, decoder, root: stated } = file.metadata
  const root = printHex(rootOf(file.tree.tree))
  const { capacity, depth } = file.tree.tree
  const leafCount = usedCountOf(file.tree)
  const { format, layout } = file
  return {
    format,
    layout,
    vault,
    manager,
    accountant,
    decoder,
    root,
    stated,
    leafCount,
    capacity,
    depth,
  }
}

/** Prints the head of a tree file for a person. */
export function printMetadata(file: TreeFile, shown: number, ink: Ink): readonly string[] {
  const { vault, manager, accountant, decoder } = file.metadata
  const used = usedCountOf(file.tree)
  const { capacity, depth } = file.tree.tree
  const name = vault === null ? undefined : nameOf(vault)
  const layout = file.layout === null ? '' : `, ${file.layout}`
  const filtered = shown === used ? '' : `, ${shown} shown`
  return printPairs(
    [
      ['vault', `${vault ?? '(not stated)'}${name === undefined ? '' : ` (${name})`}`],
      ['manager', manager ?? '(not stated)'],
      ['accountant', accountant ?? '(not stated)'],
      ['decoder', decoder ?? '(not stated)'],
      ['root', printHex(rootOf(file.tree.tree))],
      ['leaves', `${used} in ${capacity} slots, depth ${depth}${filtered}`],
      ['format', `${file.format}${layout}`],
    ],
    ink,
  )
}

/** A vault has one name on all its chains. */
function nameOf(vault: Address): string | undefined {
  return knownVaults.find((known) => isSameAddress(known.vault, vault))?.name
}
