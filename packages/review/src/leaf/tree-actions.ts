import { type Address, type Steps, zeroAddress } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { isPadding } from '@vaultwright/manager'
import {
  type Claim,
  emptyFacts,
  knownFactsOf,
  type Permission,
  permissionSteps,
  protocolOf,
} from '@vaultwright/protocols'
import { contractsAt, guessChain } from '@vaultwright/registry'

/** The leaves of a tree read as actions of protocols. */
export type TreeActions = {
  readonly file: TreeFile
  readonly permissions: readonly Permission[]
  /** By slot: the action that the leaf permits; null for padding and for what no protocol describes. */
  readonly claims: readonly (Claim | null)[]
}

/** The context of reading a tree. */
export type ReadingContext = {
  /** As in 1; null when it is not known. */
  readonly chainId: number | null
  /** The vault of the leaves, where the file does not state it. */
  readonly vault: Address | null
  readonly manager: Address | null
}

/** The protocol of a called account, for people; null when nothing tells it. */
export type ProtocolLookup = (target: Address) => string | null

/** Reads the leaves of a tree as actions, from the chain's record and from the leaves themselves, in steps. */
export function* treeActionSteps(file: TreeFile, context: ReadingContext): Steps<TreeActions> {
  const { chainId } = context
  const vault = file.metadata.vault ?? context.vault ?? zeroAddress
  const manager = file.metadata.manager ?? context.manager
  const knownFacts = chainId === null ? emptyFacts : knownFactsOf(chainId)
  const { permissions, claims } = yield* permissionSteps(
    file.tree.leaves,
    { vault, manager },
    { knownFacts },
  )
  return { file, permissions, claims }
}

/**
 * Finds the protocol of each called account: the one on record, else the one whose actions alone its
 * leaves permit. Which decoder has a function tells nothing of the account.
 */
export function protocolsOfTargets(
  readings: readonly TreeActions[],
  chainId: number | null,
): ProtocolLookup {
  const names = new Map<string, { readonly own: Set<string>; readonly shared: Set<string> }>()
  for (const { file, claims } of readings) {
    for (const [position, claim] of claims.entries()) {
      if (claim === null || claim.isPossible || claim.drone !== null) continue
      const target = file.tree.leaves[position]!.target.toLowerCase()
      const listed = names.get(target) ?? { own: new Set(), shared: new Set() }
      const { protocol } = claim.pattern.action
      const isShared = protocolOf(protocol)?.isStandard === true
      names.set(target, listed)
      if (isShared) listed.shared.add(protocol)
      else listed.own.add(protocol)
    }
  }
  return (target) => {
    const recorded = recordedProtocol(target, chainId)
    if (recorded !== null) return recorded
    const { own: ownEntries, shared } = names.get(target.toLowerCase()) ?? { own: [], shared: [] }
    const [only, ...further] = [...ownEntries].length > 0 ? ownEntries : shared
    if (only === undefined || further.length > 0 || only === 'erc_20') return null
    return protocolOf(only)?.title ?? null
  }
}

/** Guesses the chain that two trees are of, from the earlier one's vault first. */
export function guessChainOf(...files: readonly TreeFile[]) {
  for (const { metadata, tree } of files) {
    const accounts = tree.leaves.flatMap((leaf) => (isPadding(leaf) ? [] : [leaf.target]))
    const { vault, manager } = metadata
    const guess = guessChain({ vault, manager, accounts })
    if (guess !== null) return guess
  }
  return null
}

function recordedProtocol(target: Address, chainId: number | null): string | null {
  if (chainId === null) return null
  const names = new Set(contractsAt(chainId, target).map(({ protocol }) => protocol))
  const [only, ...further] = names
  if (only === undefined || further.length > 0) return null
  return protocolOf(only)?.title ?? only
}
