import type { TreeFile } from '@vaultwright/formats'
import {
  joinNames,
  type NameLookup,
  type PrintedAccount,
  printChainGuess,
  registryNames,
} from '@vaultwright/registry'
import { flag, type Options, text } from '../../command/command.ts'
import { chainOfWord } from '../../input/chain.ts'
import type { Context } from '../../terminal/context.ts'
import { readDefinition, readLock } from './input.ts'

export const addressesOption = flag('Print every address with all its digits')

export const nameOptions = {
  chain: text(
    'The chain whose record names tokens, contracts and protocols, name or id; default: guessed from the vault',
    'name',
  ),
  definition: text('A vault definition: its names count after those on record', 'file'),
  lock: text('A lock file: its symbols count after those of the definition', 'file'),
  addresses: addressesOption,
} as const satisfies Options

export type NameOptions = {
  readonly chain?: string | undefined
  readonly definition?: string | undefined
  readonly lock?: string | undefined
  readonly addresses: boolean
}

/** How a command prints accounts. */
export type NamePrinting = PrintedAccount & {
  readonly names: NameLookup
  /** Null when it is neither given nor guessed. */
  readonly chainId: number | null
  /** Why the chain is the one, where it is guessed; null where it is not. */
  readonly because: string | null
}

/**
 * Reads the names of accounts that trees are about: from the record, the definition, the lock file, and
 * the trees' own descriptions.
 */
export async function readNames(
  files: readonly TreeFile[],
  options: NameOptions,
  context: Context,
): Promise<NamePrinting> {
  const { guessChainOf, treeNames } = await import('@vaultwright/review')
  const given = options.chain === undefined ? null : chainOfWord(options.chain, 'chain').id
  const guess = given === null ? guessChainOf(...files) : null
  const chainId = given ?? guess?.chainId ?? null
  const lookups = [registryNames(chainId), ...(await readFileNames(options, chainId, context))]
  return {
    names: joinNames(...lookups, ...files.map(treeNames)),
    chainId,
    because: guess === null ? null : printChainGuess(guess),
    whole: options.addresses,
  }
}

async function readFileNames(
  { definition, lock }: NameOptions,
  chainId: number | null,
  context: Context,
): Promise<readonly NameLookup[]> {
  if (definition === undefined && lock === undefined) return []
  const { definitionNames, lockNames } = await import('@vaultwright/definition')
  if (definition === undefined) {
    const read = await readLock(lock!, context)
    return chainId === null ? [] : [lockNames(read, chainId).names]
  }
  const source = await readDefinition({ definition, lock }, context)
  return source.definition.chains.flatMap(({ chain }) =>
    chainId === null || chain.id === chainId
      ? [definitionNames(source.definition, chain.id).names, lockNames(source.lock, chain.id).names]
      : [],
  )
}
