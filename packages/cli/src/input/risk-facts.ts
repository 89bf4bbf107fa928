import type { Address } from '@vaultwright/base'
import {
  definitionNames,
  factsOfDefinition,
  factsOfLock,
  type Lock,
  lockNames,
} from '@vaultwright/definition'
import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import {
  emptyFacts,
  type KnownFacts,
  knownFactsOf,
  mergeFacts,
  parseDrones,
} from '@vaultwright/protocols'
import {
  chainOf,
  guessChain,
  joinNames,
  type NameLookup,
  printChainGuess,
  registryNames,
} from '@vaultwright/registry'
import { type RiskOptions, treeNames } from '@vaultwright/review'
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { chainOfWord } from './chain.ts'
import { chainMeant, readDefinition, readLock } from './definition.ts'

type RiskFactOptions = {
  readonly definition: string | undefined
  readonly lock: string | undefined
  readonly vault: string | undefined
  readonly manager: string | undefined
  readonly drone: readonly string[]
  readonly chain: string | undefined
  readonly attacker: string | undefined
}

/** The known facts of the accounts of a tree. */
type RiskFacts = {
  readonly options: Omit<RiskOptions, 'rules'>
  readonly names: NameLookup
  /** The chain, and the reason for it; null if unknown. */
  readonly chainText: string | null
}

type FileFacts = {
  readonly facts: KnownFacts
  readonly names: NameLookup
  readonly vault: Address | null
  readonly manager: Address | null
  readonly drones: readonly Address[]
  readonly chainId: number | null
}

/** Reads what definition, lock file and record know of a tree's accounts. */
export async function readRiskFacts(
  file: TreeFile,
  options: RiskFactOptions,
  context: Context,
): Promise<RiskFacts> {
  const word = options.chain
  const stated = word === undefined ? null : chainOfWord(word, 'chain').id
  const files = await readFiles(options, { context, stated })
  const leaves = file.tree.leaves
  const accounts = leaves.flatMap(({ target, arguments: entries }) => [target, ...entries])
  const { vault, manager } = file.metadata
  const guess = guessChain({ vault, manager, accounts })
  const chainId = stated ?? files.chainId ?? guess?.chainId ?? null
  const recorded = chainId === null ? emptyFacts : knownFactsOf(chainId)
  const vaultMeant = options.vault === undefined ? files.vault : parseAddress(options.vault)
  const managerMeant = options.manager === undefined ? files.manager : parseAddress(options.manager)
  const isGuessed = stated === null && files.chainId === null && guess !== null
  return {
    options: {
      facts: mergeFacts([recorded, files.facts]),
      drones: [...files.drones, ...parseDrones(options.drone)],
      ...(vaultMeant === null ? {} : { vault: vaultMeant }),
      ...(managerMeant === null ? {} : { manager: managerMeant }),
      ...(options.attacker === undefined ? {} : { attacker: parseAddress(options.attacker) }),
    },
    names: joinNames(registryNames(chainId), files.names, treeNames(file)),
    chainText: isGuessed
      ? printChainGuess(guess)
      : chainId === null
        ? null
        : (chainOf(chainId)?.slug ?? String(chainId)),
  }
}

type FileReading = { readonly context: Context; readonly stated: number | null }

async function readFiles(
  { definition: path, lock }: RiskFactOptions,
  { context, stated }: FileReading,
): Promise<FileFacts> {
  const unnamed = { vault: null, manager: null, drones: [] }
  if (path === undefined) {
    if (lock === undefined) {
      return { ...unnamed, facts: emptyFacts, names: () => null, chainId: null }
    }
    const locked = await readLock(lock, context)
    const chainId = stated ?? onlyChainOf(locked)
    const { names } = lockNames(locked, chainId)
    return { ...unnamed, facts: factsOfLock(locked, chainId), names, chainId }
  }
  const source = await readDefinition({ definition: path, lock }, context)
  const chain = chainMeant(source.definition, stated === null ? undefined : String(stated))
  const { id } = chain.chain
  const locked = factsOfLock(source.lock, id)
  return {
    facts: factsOfDefinition(source.definition, id, mergeFacts([knownFactsOf(id), locked])),
    names: joinNames(
      definitionNames(source.definition, id).names,
      lockNames(source.lock, id).names,
    ),
    vault: chain.vault,
    manager: chain.manager,
    drones: [...chain.drones.values()],
    chainId: id,
  }
}

function onlyChainOf(lock: Lock): number {
  const [only, ...furtherChains] = lock.chains.keys()
  if (only !== undefined && furtherChains.length === 0) return only
  throw new UsageError('--lock is of several chains. Say which one with --chain.')
}
