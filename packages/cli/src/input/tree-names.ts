import type { TreeFile } from '@vaultwright/formats'
import { joinNames, type NameLookup, type PrintedAccount } from '@vaultwright/registry'
import { namesOfTrees } from '@vaultwright/review'
import type { Context } from '../terminal/context.ts'
import { chainOfWord } from './chain.ts'
import type { NameOptions } from './tree-option.ts'

/** The form of a tree's accounts, and the reason for its chain; null where it is not guessed. */
export type TreeNaming = PrintedAccount & {
  readonly names: NameLookup
  readonly because: string | null
}

/** The way a command prints accounts, and their chain; null if it is neither given nor guessed. */
type NamePrinting = TreeNaming & { readonly chainId: number | null }

/**
 * Reads the names of accounts that trees are about: from the record, the definition, the lock file, and
 * the trees' own descriptions.
 */
export async function readNames(
  files: readonly TreeFile[],
  options: NameOptions,
  context: Context,
): Promise<NamePrinting> {
  const chainId = options.chain === undefined ? null : chainOfWord(options.chain, 'chain').id
  const naming = namesOfTrees(files, chainId)
  const lookups = await readFileNames(options, naming.chainId, context)
  return {
    ...naming,
    whole: options.addresses,
    names: joinNames(naming.names, ...lookups),
  }
}

async function readFileNames(
  { definition, lock }: NameOptions,
  chainId: number | null,
  context: Context,
): Promise<readonly NameLookup[]> {
  if (definition === undefined && lock === undefined) return []
  const [{ definitionNames, lockNames }, { readDefinition, readLock }] = await Promise.all([
    import('@vaultwright/definition'),
    import('./definition.ts'),
  ])
  if (definition === undefined) {
    const lockFile = await readLock(lock!, context)
    return chainId === null ? [] : [lockNames(lockFile, chainId).names]
  }
  const source = await readDefinition({ definition, lock }, context)
  return source.definition.chains.flatMap(({ chain }) =>
    chainId === null || chain.id === chainId
      ? [definitionNames(source.definition, chain.id).names, lockNames(source.lock, chain.id).names]
      : [],
  )
}
