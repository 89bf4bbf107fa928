import { BaseError } from '@vaultwright/base'
import {
  type DefinedFacts,
  definedFactsOf,
  factsOfLock,
  knownFactsFrom,
  type Lock,
  parseDefinition,
  parseLock,
} from '@vaultwright/definition'
import { type KnownFacts, knownFactsOf, mergeFacts } from '@vaultwright/protocols'

/** The texts of a stored vault, and the chain that is asked about. */
export type VaultFactsInput = {
  readonly definition: string | null
  readonly lock: string | null
  readonly chainId: number
}

/** The facts about one chain in a vault's texts, as data that threads can hand over. */
export type VaultFacts = {
  /** Null without a definition, or where it does not have the chain. */
  readonly defined: DefinedFacts | null
  /** Of the chain alone. */
  readonly lock: Lock | null
}

/** Values that belong together, of one definition: what more would be takes long to hand over. */
const maxEntries = 20_000

/**
 * Reads what a definition and a lock file tell of a chain.
 *
 * @throws {DefinitionFileError} {LockFileError} {DuplicateKeyError} when they cannot be read;
 *   {FactsTooLargeError} when they tell too much.
 */
export function readVaultFacts({ definition, lock, chainId }: VaultFactsInput): VaultFacts {
  const locked = lock === null ? null : lockOfChain(parseLock(lock), chainId)
  if (definition === null) return { defined: null, lock: locked }
  const parsed = parseDefinition(definition)
  const isThere = parsed.chains.some(({ chain }) => chain.id === chainId)
  if (!isThere) return { defined: null, lock: locked }
  const defined = definedFactsOf(parsed, chainId, restOf(locked, chainId))
  const entries = [...defined.entries.values()].reduce((sum, { length }) => sum + length, 0)
  if (entries > maxEntries) throw new FactsTooLargeError()
  return { defined, lock: locked }
}

/**
 * Answers from what a thread read: the definition's word first, then the registry's, then the lock file's.
 */
export function factsOfVault({ defined, lock }: VaultFacts, chainId: number): KnownFacts {
  const lockFacts = restOf(lock, chainId)
  return defined === null ? lockFacts : knownFactsFrom(defined, lockFacts)
}

function restOf(lock: Lock | null, chainId: number): KnownFacts {
  const locked = lock === null ? [] : [factsOfLock(lock, chainId)]
  return mergeFacts([knownFactsOf(chainId), ...locked])
}

function lockOfChain({ chains }: Lock, chainId: number): Lock {
  const chain = chains.get(chainId)
  return { chains: new Map(chain === undefined ? [] : [[chainId, chain]]) }
}

/** Reading the definition of a vault takes more memory or time than one tenant may use. */
export class FactsTooLargeError extends BaseError {
  override readonly code = 'knowledge_too_large'
  override readonly kind = 'overload'

  constructor() {
    super({
      message:
        'Reading the definition of the vault takes too much memory or time. Put a definition with fewer combinations.',
    })
  }
}
