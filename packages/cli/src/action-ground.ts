import { type Address, BaseError, isSameAddress } from '@vaultwright/base'
import type { TreeContext } from '@vaultwright/builder'
import {
  type ChainDefinition,
  factsOfDefinition,
  factsOfLock,
  type Lock,
  rootHolderOf,
  type StrategistDefinition,
} from '@vaultwright/definition'
import type { LeafTree } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import { emptyFacts, type KnownFacts, knownFactsOf, mergeFacts } from '@vaultwright/protocols'
import { assertDecimals, knowledgeOfWords } from './action-fact.ts'
import type { GroundWords } from './action-option.ts'
import { chainOfWord } from './chain-word.ts'
import type { Context } from './context.ts'
import { buildTreeFor, chainMeant, readDefinition, readLock } from './definition-input.ts'
import { strategistMeant } from './strategist-word.ts'
import { readSoundTree } from './tree-input.ts'
import { UsageError } from './usage.ts'

/** A tree, whose it is, and what is known beside it. */
export type ActionGround = Pick<TreeContext, 'vault' | 'manager'> & {
  readonly tree: LeafTree
  readonly drones: readonly Address[]
  /** Null when nobody said. */
  readonly chainId: number | null
  /** Builds the tree of the Manager's own root; null when no definition says which that is. */
  readonly managerTree: () => Promise<LeafTree | null>
  /** What is known once the chain is: a node may say it where nobody did. */
  readonly knowledgeAt: (chainId: number | null) => KnownFacts
}

/**
 * Reads a tree, and everything that the words say about it.
 *
 * @throws {UsageError} when neither tree nor definition is given, a strategist beside a tree, or the chain is not known.
 * @throws {NoOwnerError} when nobody says which vault or Manager it is, and what reading throws.
 */
export async function readGround(
  path: string | undefined,
  words: GroundWords,
  context: Context,
): Promise<ActionGround> {
  if (path !== undefined && words.strategist !== undefined) {
    const why = '--strategist says whose tree is built from the definition, but a tree is given.'
    throw new UsageError(`${why} Leave one of them out.`, { option: 'strategist' })
  }
  const said =
    words['chain-id'] === undefined ? null : chainOfWord(words['chain-id'], 'chain-id').id
  const defined = await readDefined(path, words, { context, said })
  const file = path === undefined ? defined?.built : await readSoundTree(path, context)
  if (file === undefined) {
    throw new UsageError('There is no tree. Give a tree file, or --definition to build it from.')
  }
  const locked = await lockNamedAlone(words, { context, isDefined: defined !== null })
  const byHand = knowledgeOfWords(words.decimals, words.fact)
  return {
    tree: file.tree,
    vault: ownerOf('vault', words.vault, file.metadata.vault ?? defined?.vault ?? null),
    manager: ownerOf('manager', words.manager, file.metadata.manager ?? defined?.manager ?? null),
    drones: [...(defined?.drones ?? []), ...words.drone.map((text) => parseAddress(text))],
    chainId: said ?? defined?.chainId ?? onlyChainOf(locked),
    managerTree: async () => (await defined?.managerTree()) ?? null,
    knowledgeAt: (chainId) => {
      // The word of the registry counts more than that of a file.
      const registry = chainId === null ? emptyFacts : knownFactsOf(chainId)
      const others = mergeFacts([registry, knowledgeIn(locked, chainId)])
      const inAll = (rest: KnownFacts) => defined?.knownFacts(rest) ?? rest
      assertDecimals(words.decimals, inAll(others))
      return inAll(mergeFacts([byHand, others]))
    },
  }
}

type Reading = { readonly context: Context; readonly said: number | null }

async function readDefined(
  path: string | undefined,
  words: GroundWords,
  { context, said }: Reading,
) {
  const { definition: name, lock } = words
  if (name === undefined) return null
  const ground = await readDefinition({ definition: name, lock }, context)
  const chain = chainMeant(ground.definition, said === null ? undefined : String(said))
  const { vault, manager } = chain
  const knownFacts = (rest: KnownFacts) => {
    const locked = factsOfLock(ground.lock, chain.chain.id)
    return factsOfDefinition(ground.definition, chain.chain.id, mergeFacts([rest, locked]))
  }
  const drones = [...chain.drones.values()]
  const fileFor = async (strategist: string) => {
    const shape = { strategist, capacity: undefined, 'keep-duplicates': false }
    return (await buildTreeFor(ground, chain, { words: shape, context })).file
  }
  const managerTree = async () => {
    const own = chain.strategists.find((one) => isOwnRoot(chain, one))
    return own === undefined ? null : (await fileFor(own.name)).tree
  }
  const found = { vault, manager, drones, chainId: chain.chain.id, knownFacts, managerTree }
  if (path !== undefined) return { ...found, built: undefined }
  return { ...found, built: await fileFor(strategistMeant(chain, words.strategist)) }
}

function isOwnRoot(chain: ChainDefinition, strategist: StrategistDefinition): boolean {
  const holder = rootHolderOf(chain, strategist)
  return holder !== null && isSameAddress(holder, chain.manager)
}

/** The lock file that is named alone; beside a definition it is read with it. */
async function lockNamedAlone(
  { lock }: GroundWords,
  { context, isDefined }: { readonly context: Context; readonly isDefined: boolean },
): Promise<Lock | null> {
  if (lock === undefined || isDefined) return null
  return readLock(lock, context)
}

function onlyChainOf(lock: Lock | null): number | null {
  const [only, ...others] = lock?.chains.keys() ?? []
  return only === undefined || others.length > 0 ? null : only
}

function knowledgeIn(lock: Lock | null, chainId: number | null): KnownFacts {
  if (lock === null) return emptyFacts
  if (chainId !== null) return factsOfLock(lock, chainId)
  throw new UsageError('--lock is of several chains. Say which one with --chain-id.')
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

/** Nobody says which vault or Manager a tree belongs to. */
export class NoOwnerError extends BaseError {
  override readonly code = 'no_owner'

  constructor(name: 'vault' | 'manager') {
    super({
      message: `The tree does not state its ${name === 'vault' ? 'vault' : 'Manager'}. Give --${name}.`,
      facts: { name },
    })
  }
}
