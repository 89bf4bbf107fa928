import { readFileSync } from 'node:fs'
import { type Address, zeroAddress } from '@vaultwright/base'
import { type Accounts, fileOf, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import { buildLeafTree, type Leaf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'

const path = new URL('../../../fixtures/trees/example-1024.json', import.meta.url)

const original: TreeFile = parseTreeFile(readFileSync(path))

/**
 * Makes a tree of leaves of the kinds that real trees hold, over and over: the vault's own accounts stay, all others
 * are of one copy of one turn, which is about as many as a real tree of this size names.
 */
export function spreadTree(turn: number, leaves: number): TreeFile {
  const copies = Math.ceil(leaves / original.tree.leaves.length)
  const spread = Array.from({ length: copies }, (_, copy) => copyOf(turn * copies + copy))
  return fileOf(buildLeafTree(spread.flat().slice(0, leaves)), accounts)
}

const { vault, manager, accountant, decoder } = original.metadata
const accounts: Accounts = { vault, manager, accountant, decoder }
const fixed: ReadonlySet<Address | null> = new Set([
  zeroAddress,
  vault,
  manager,
  accountant,
  decoder,
])

function copyOf(number: number): readonly Leaf[] {
  const renamed = new Map<Address, Address>()
  const otherThan = (account: Address): Address => {
    if (fixed.has(account)) return account
    const shifted = renamed.get(account) ?? checksumOf(shiftBy(account, number))
    renamed.set(account, shifted)
    return shifted
  }
  return original.tree.leaves.map((leaf) => ({
    ...leaf,
    target: otherThan(leaf.target),
    arguments: leaf.arguments.map(otherThan),
  }))
}

function shiftBy(account: Address, number: number): string {
  return `0x${(BigInt(account) ^ BigInt(number)).toString(16).padStart(40, '0')}`
}
