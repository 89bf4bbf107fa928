import {
  allLeavesOfStrategist,
  buildStrategistTree,
  type ChainDefinition,
  type Definition,
  doubtsOf,
  factsOfLock,
  type LeafOrder,
  type Lock,
  leavesOfStrategist,
  type StrategistTree,
} from '@vaultwright/definition'
import { type KnownFacts, knownFactsOf, mergeFacts } from '@vaultwright/protocols'

/** A vault definition with the facts that its lock file pins. */
export type LockedDefinition = { readonly definition: Definition; readonly lock: Lock }

/** The tree to build, and its shape. */
export type BuildTreeOptions = {
  readonly strategist: string
  /** Slots; the next power of two by default. */
  readonly capacity?: number | undefined
  /** Keep leaves that occur more than once. Not together with an order. */
  readonly keepDuplicates: boolean
  /** Reads the order of the leaves; null for the order of the definition. */
  readonly readOrder: () => Promise<LeafOrder | null>
}

/** Joins what lock file and registry know of a chain. */
export function knownFactsFor(
  { lock }: Pick<LockedDefinition, 'lock'>,
  chainId: number,
): KnownFacts {
  return mergeFacts([factsOfLock(lock, chainId), knownFactsOf(chainId)])
}

/** Builds the tree of one strategist. Its findings include every doubt about the definition. */
export async function buildTreeOf(
  locked: LockedDefinition,
  chain: ChainDefinition,
  { strategist, capacity, keepDuplicates, readOrder }: BuildTreeOptions,
): Promise<StrategistTree> {
  const { definition } = locked
  const { id } = chain.chain
  const whose = { chain: id, strategist, knownFacts: knownFactsFor(locked, id) }
  const leaves = keepDuplicates
    ? allLeavesOfStrategist(definition, whose)
    : leavesOfStrategist(definition, whose)
  const order = await readOrder()
  const built = buildStrategistTree(definition, leaves, {
    chain: id,
    strategist,
    ...(capacity === undefined ? {} : { capacity }),
    ...(order === null ? {} : { order }),
  })
  return { ...built, findings: [...built.findings, ...doubtsOf(definition, whose)] }
}
