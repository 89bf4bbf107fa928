import type { Address } from '@vaultwright/base'
import type { ChainUnit } from '@vaultwright/chain'
import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import { type CallContext, callContextOf, parseDrones } from '@vaultwright/protocols'
import {
  guessChain,
  joinNames,
  joinUnits,
  type NameLookup,
  registryNames,
  registryUnits,
  type SourcedUnit,
  statedUnits,
  type UnitLookup,
} from '@vaultwright/registry'
import { filledBy, list, type Options, text, type ValuesOf } from '../command/command.ts'
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'

/** Options that name accounts and count amounts. */
export const namingOptions = {
  definition: filledBy(
    text('Names of accounts and tokens as this vault definition has them', 'file'),
    'definition',
  ),
  lock: filledBy(
    text('Symbols and decimals that this lock file has; default: the one of --definition', 'file'),
    'lock',
  ),
  drone: list(
    'A drone of the vault: only the target of such a call forwards it; those of --definition are known; may be repeated',
    'address',
  ),
  decimals: list(
    'Decimals of a token that nothing else knows: <token>=<number>; may be repeated',
    'token=number',
  ),
} as const satisfies Options

export type NamingOptions = Partial<ValuesOf<typeof namingOptions>> &
  Pick<ValuesOf<typeof namingOptions>, 'decimals'>

/** The known facts of the calls before anything is named. */
type NamedSubject = {
  /** The file that says which vault it is, as in `tree`; left out where a chain or a person does. */
  readonly vaultFrom?: string
  /** Null when the chain is not known: it is then guessed from the vault. */
  readonly chainId: number | null
  readonly vault: Address | null
  /** The file whose descriptions name accounts last, in quotes. */
  readonly file: TreeFile | null
  /** The units of tokens, where a chain was asked. */
  readonly units?: readonly ChainUnit[]
  /** Accounts whose code forwards calls for the vault, where a chain was asked. */
  readonly drones?: readonly Address[]
}

/** Reads what accounts are called and what amounts are counted in: the registry first, descriptions last. */
export async function readNaming(
  options: NamingOptions,
  { chainId, vault, vaultFrom, file, units: chainUnits = [], drones = [] }: NamedSubject,
  context: Context,
): Promise<CallContext> {
  const stated = vault ?? file?.metadata.vault ?? null
  const decimals = parseDecimals(options.decimals)
  const named = await readDefinitionNames(options, chainId, context)
  const id = chainId ?? named?.chainId ?? guessedChainOf(file, stated)
  const from = stated === null ? 'definition' : vaultFrom
  const treeNamesOf = file === null ? null : (await import('@vaultwright/review')).treeNames(file)
  const chainNames = namesOnChain(chainUnits)
  const names = [registryNames(id), named?.names, chainNames.names, treeNamesOf].filter(isLookup)
  const units = [registryUnits(id), named?.units, chainNames.units, decimals].filter(isLookup)
  return {
    ...callContextOf(id, stated ?? named?.vault ?? null),
    ...(from === undefined ? {} : { vaultFrom: from }),
    drones: [...(named?.drones ?? []), ...parseDrones(options.drone ?? []), ...drones],
    names: joinNames(...names),
    units: joinUnits(...units),
  }
}

/** The chain of a vault on record; null when it is not on record, or on several chains alike. */
function guessedChainOf(file: TreeFile | null, vault: Address | null): number | null {
  const leaves = file?.tree.leaves ?? []
  const accounts = leaves.flatMap((leaf) => [leaf.target, ...leaf.arguments])
  const manager = file?.metadata.manager ?? null
  return guessChain({ vault, manager, accounts })?.chainId ?? null
}

/** The names that tokens had at a block. */
export function namesOnChain(stated: Iterable<ChainUnit>): {
  readonly names: NameLookup
  readonly units: UnitLookup
} {
  const units = [...stated]
  const byAddress = new Map(units.map((unit) => [unit.address.toLowerCase(), unit]))
  return {
    names: (token) => {
      const text = byAddress.get(token.toLowerCase())?.symbol ?? null
      return text === null ? null : { text, source: 'chain' }
    },
    units: statedUnits(units, 'chain'),
  }
}

type FileNames = {
  readonly chainId: number
  readonly vault: Address | null
  readonly drones: readonly Address[]
  readonly names: NameLookup
  readonly units: UnitLookup
}

async function readDefinitionNames(
  { definition, lock }: NamingOptions,
  chainId: number | null,
  context: Context,
): Promise<FileNames | null> {
  if (definition === undefined && lock === undefined) return null
  if (definition === undefined) {
    throw new UsageError(
      '--lock goes with --definition, which says of which chain it is. Give it too.',
    )
  }
  const { chainMeant, readDefinition } = await import('./definition.ts')
  const { definitionNames, lockNames } = await import('@vaultwright/definition')
  const source = await readDefinition({ definition, lock }, context)
  const chain = chainMeant(source.definition, chainId === null ? undefined : String(chainId))
  const { id } = chain.chain
  const [definedNames, locked] = [
    definitionNames(source.definition, id),
    lockNames(source.lock, id),
  ]
  return {
    chainId: id,
    vault: chain.vault,
    drones: [...chain.drones.values()],
    names: joinNames(definedNames.names, locked.names),
    units: joinUnits(definedNames.units, locked.units),
  }
}

function parseDecimals(words: readonly string[]): UnitLookup {
  const units = new Map<string, SourcedUnit>()
  for (const word of words) {
    const match = /^(0x[0-9a-fA-F]{40})=(\d{1,2})$/.exec(word)
    if (match === null) {
      throw new UsageError(
        `--decimals cannot be ${JSON.stringify(word)}. Give a token and its decimals, as in 0x…=6.`,
        { option: 'decimals', value: word },
      )
    }
    const token = parseAddress(match[1]!)
    units.set(token.toLowerCase(), {
      symbol: token,
      decimals: Number(match[2]),
      source: 'definition',
    })
  }
  return (token) => units.get(token.toLowerCase()) ?? null
}

function isLookup<Lookup>(lookup: Lookup | null | undefined): lookup is Lookup {
  return lookup !== null && lookup !== undefined
}
