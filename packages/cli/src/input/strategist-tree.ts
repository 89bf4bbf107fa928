import { type Address, isSameAddress } from '@vaultwright/base'
import { fetchFacts, type TreeContext } from '@vaultwright/builder'
import {
  type ChainDefinition,
  factsOfDefinition,
  factsOfLock,
  type Lock,
  rootHolderOf,
  type StrategistDefinition,
  strategistIn,
} from '@vaultwright/definition'
import type { LeafTree } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import {
  emptyFacts,
  type KnownFacts,
  knownFactsOf,
  mergeFacts,
  parseDrones,
} from '@vaultwright/protocols'
import { type ChainGuess, guessChain, printChainGuess } from '@vaultwright/registry'
import { NoOwnerError, UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { writeWarning } from '../terminal/warning.ts'
import { assertDecimals, knownFactsOfOptions } from './by-hand.ts'
import { chainOfWord } from './chain.ts'
import {
  buildTreeFor,
  chainMeant,
  readDefinition,
  readLock,
  strategistMeant,
} from './definition.ts'
import { blockTagOf, isNodeNamed, noteNode } from './node-option.ts'
import { readSoundTree } from './tree.ts'
import type { ActionNodeOptions, ActionTreeOptions } from './tree-option.ts'

/** A tree, whose it is, and what is known beside it. */
export type ActionTree = Pick<TreeContext, 'vault' | 'manager'> & {
  readonly tree: LeafTree
  readonly drones: readonly Address[]
  /** Null when neither given nor guessed. */
  readonly chainId: number | null
  /** True if the chain is given, and so names a node of the environment. */
  readonly isChainStated: boolean
  /** The definition's part of the chain; null without one. */
  readonly definedChain: ChainDefinition | null
  /** The strategist whose tree was built from the definition; null if a tree file was read. */
  readonly strategist: StrategistDefinition | null
  /** Builds the tree of the Manager's own root; null when no definition says which that is. */
  readonly managerTree: () => Promise<LeafTree | null>
  /** All known facts, once the chain is known: a node may have said which it is. */
  readonly knownFactsAt: (chainId: number | null) => KnownFacts
}

/** Reads a tree, and the facts that the options give. */
export async function readActionTree(
  path: string | undefined,
  options: ActionTreeOptions,
  context: Context,
): Promise<ActionTree> {
  if (path !== undefined && options.strategist !== undefined) {
    const reason = '--strategist says whose tree is built from the definition, but a tree is given.'
    throw new UsageError(`${reason} Leave one of them out.`, { option: 'strategist' })
  }
  const statedChainId = options.chain === undefined ? null : chainOfWord(options.chain, 'chain').id
  const defined = await readDefined(path, options, { context, statedChainId })
  const file = path === undefined ? defined?.built : await readSoundTree(path, context)
  if (file === undefined) {
    throw new UsageError('The tree is missing. Give a tree file, or --definition to build it from.')
  }
  const locked = await lockNamedAlone(options, { context, isDefined: defined !== null })
  const vault = ownerOf('vault', options.vault, file.metadata.vault ?? defined?.vault ?? null)
  const manager = ownerOf(
    'manager',
    options.manager,
    file.metadata.manager ?? defined?.manager ?? null,
  )
  const stated = statedChainId ?? defined?.chainId ?? onlyChainOf(locked)
  const guess = stated === null ? guessOf(file.tree, { vault, manager }) : null
  if (guess !== null) {
    writeWarning(`chain: ${printChainGuess(guess)}`, { context, quiet: options.quiet })
  }
  const byHand = knownFactsOfOptions(options.decimals, options.fact)
  return {
    tree: file.tree,
    vault,
    manager,
    drones: [...(defined?.drones ?? []), ...parseDrones(options.drone)],
    chainId: stated ?? guess?.chainId ?? null,
    isChainStated: stated !== null,
    definedChain: defined?.chain ?? null,
    strategist: defined?.strategist ?? null,
    managerTree: async () => (await defined?.managerTree()) ?? null,
    knownFactsAt: (chainId) => {
      // The word of the registry counts more than that of a file.
      const registry = chainId === null ? emptyFacts : knownFactsOf(chainId)
      const knownFacts = mergeFacts([registry, knownFactsIn(locked, chainId)])
      const inAll = (rest: KnownFacts) => defined?.knownFacts(rest) ?? rest
      assertDecimals(options.decimals, inAll(knownFacts))
      return inAll(mergeFacts([byHand, knownFacts]))
    },
  }
}

/** Names and tokens come from the record of the chain that the vault is on. */
function guessOf(
  { leaves }: LeafTree,
  { vault, manager }: { readonly vault: Address; readonly manager: Address },
): ChainGuess | null {
  const accounts = leaves.flatMap((leaf) => [leaf.target, ...leaf.arguments])
  return guessChain({ vault, manager, accounts })
}

type TreeReading = { readonly context: Context; readonly statedChainId: number | null }

async function readDefined(
  path: string | undefined,
  options: ActionTreeOptions,
  { context, statedChainId }: TreeReading,
) {
  const { definition: name, lock } = options
  if (name === undefined) return null
  const actionTree = await readDefinition({ definition: name, lock }, context)
  const chain = chainMeant(
    actionTree.definition,
    statedChainId === null ? undefined : String(statedChainId),
  )
  const { vault, manager } = chain
  const knownFacts = (rest: KnownFacts) => {
    const locked = factsOfLock(actionTree.lock, chain.chain.id)
    return factsOfDefinition(actionTree.definition, chain.chain.id, mergeFacts([rest, locked]))
  }
  const drones = [...chain.drones.values()]
  const fileFor = async (strategist: string) => {
    const shape = { strategist, capacity: undefined, 'keep-duplicates': false }
    return (await buildTreeFor(actionTree, chain, { options: shape, context })).file
  }
  const managerTree = async () => {
    const strategist = chain.strategists.find((one) => isOwnRoot(chain, one))
    return strategist === undefined ? null : (await fileFor(strategist.name)).tree
  }
  const place = { vault, manager, drones, chainId: chain.chain.id, chain, knownFacts, managerTree }
  if (path !== undefined) return { ...place, strategist: null, built: undefined }
  const strategist = strategistIn(chain, strategistMeant(chain, options.strategist))
  return { ...place, strategist, built: await fileFor(strategist.name) }
}

function isOwnRoot(chain: ChainDefinition, strategist: StrategistDefinition): boolean {
  const holder = rootHolderOf(chain, strategist)
  return holder !== null && isSameAddress(holder, chain.manager)
}

/** The lock file that is named alone; beside a definition it is read with it. */
async function lockNamedAlone(
  { lock }: ActionTreeOptions,
  { context, isDefined }: { readonly context: Context; readonly isDefined: boolean },
): Promise<Lock | null> {
  if (lock === undefined || isDefined) return null
  return readLock(lock, context)
}

function onlyChainOf(lock: Lock | null): number | null {
  const [only, ...furtherChains] = lock?.chains.keys() ?? []
  return only === undefined || furtherChains.length > 0 ? null : only
}

function knownFactsIn(lock: Lock | null, chainId: number | null): KnownFacts {
  if (lock === null) return emptyFacts
  if (chainId !== null) return factsOfLock(lock, chainId)
  throw new UsageError('--lock is of several chains. Say which one with --chain.')
}

function ownerOf(
  name: 'vault' | 'manager',
  word: string | undefined,
  stated: Address | null,
): Address {
  if (word !== undefined) return parseAddress(word)
  if (stated !== null) return stated
  throw new NoOwnerError(name)
}

/** A tree with all that is known of it, and of which chain; null when not given. */
type ActionContext = {
  readonly place: TreeContext
  readonly chainId: number | null
  /** The time of the block that is read at, unix seconds; null without a node. */
  readonly blockUnix: bigint | null
}

type NodeRequest = {
  readonly options: ActionNodeOptions & { readonly quiet: boolean }
  /** A node is wanted also where no word names it: the environment does. */
  readonly isNeeded: boolean
  readonly context: Context
}

/** Does work with a tree, at one block of a node where one is named. */
export async function withActionTree<Result>(
  actionTree: ActionTree,
  { options, isNeeded, context }: NodeRequest,
  work: (place: ActionContext) => Promise<Result>,
): Promise<Result> {
  const { knownFactsAt, chainId, isChainStated } = actionTree
  const { tree, vault, manager, drones } = actionTree
  const owned = { tree, vault, manager, drones }
  const nodeOptions = nodeOptionsOf(options, chainAsked(actionTree, options))
  const isAsked = isNodeNamed(
    { ...options, chain: undefined },
    isChainStated ? chainId : null,
    context,
  )
  if (isNeeded && options.offline) {
    throw new UsageError('--simulate asks a node. Leave --offline out.')
  }
  if (!isNeeded && !isAsked) {
    const facts = { knownFacts: knownFactsAt(chainId), reads: null }
    return work({ place: { ...owned, ...facts, chainId: chainId ?? 0 }, chainId, blockUnix: null })
  }
  const { onChain } = await import('./node.ts')
  if (chainId !== null) noteNode({ ...nodeOptions, quiet: options.quiet }, chainId, context)
  return onChain(nodeOptions, context, async (chain) => {
    const block = await chain.readBlock(blockTagOf(options.block))
    const knownFacts = knownFactsAt(chain.id)
    const reads: TreeContext['reads'] = (calls) => chain.readCalls(calls, block)
    const place = { ...owned, knownFacts, reads, chainId: chain.id }
    return work({ place, chainId: chain.id, blockUnix: block.timestamp })
  })
}

/** Does work with a tree of which everything is known that the chain tells of its accounts. */
export async function withKnownFacts<Result>(
  actionTree: ActionTree,
  settings: NodeRequest,
  work: (place: TreeContext) => Result,
): Promise<Result> {
  return withActionTree(actionTree, settings, async ({ place }) =>
    work({ ...place, knownFacts: await fetchFacts(place) }),
  )
}

/** The chain that a node must be on: one that is guessed only finds a node, and holds against none that is named. */
export function chainAsked(
  { chainId, isChainStated }: Pick<ActionTree, 'chainId' | 'isChainStated'>,
  options: ActionNodeOptions,
): number | null {
  return isChainStated || options['rpc-url'].length === 0 ? chainId : null
}

/** Names a node as commands with a chain do. */
export function nodeOptionsOf(options: ActionNodeOptions, chainId: number | null) {
  const chain = chainId === null ? undefined : String(chainId)
  return {
    'rpc-url': options['rpc-url'],
    agreement: options.agreement,
    chain,
    block: options.block,
  }
}
