import {
  type ControlContracts,
  type ControlReading,
  type ControlWitness,
  type PinnedCode,
  parsePinnedCodes,
  solveControl,
} from '@vaultwright/access-control'
import { type Address, type Hex, isAddressText } from '@vaultwright/base'
import { readControlState } from '@vaultwright/chain'
import type { ChainDefinition } from '@vaultwright/definition'
import { parseAddress } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import { text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { chainMeant, type DefinitionSource, readDefinition } from '../../../input/definition.ts'
import { readInput, textOf } from '../../../input/input.ts'
import { onChain } from '../../../input/node.ts'
import { blockTagOf, type NodeOptions, neededNodeOptions } from '../../../input/node-option.ts'
import type { Context } from '../../../terminal/context.ts'

/** Codes that the user vouches for. */
export const pinnedOption = text(
  'Codes that you vouch for, by their hash, each with your statement; they are printed as your word',
  'file',
)

/** Words and options of a command that reads the control of a vault. */
export const controlOptions = {
  manager: text('Its Manager, where the vault is an address', 'address'),
  accountant: text('Its accountant; default: as the definition says', 'address'),
  teller: text('Its teller; default: as the definition says', 'address'),
  queue: text('Its withdrawal queue', 'address'),
  pinned: pinnedOption,
  ...neededNodeOptions,
} as const

export const vaultWord = {
  describe: 'The vault: a definition, or an address with --manager',
  value: 'definition',
} as const

/** The values of these words and options. */
export type ControlArguments = NodeOptions & {
  readonly vault: string
  readonly manager: string | undefined
  readonly accountant: string | undefined
  readonly teller: string | undefined
  readonly queue: string | undefined
  readonly pinned: string | undefined
}

/** The control of a vault at a block, its answer, and what proves it. */
export type ControlAt = {
  readonly vault: Address
  readonly reading: ControlReading
  readonly answer: ReturnType<typeof solveControl>
  readonly witness: ControlWitness
  readonly hasLogs: boolean
  readonly block: BlockRef
}

/** Reads and solves the control of a vault at each of some blocks. */
export async function readControlAt(
  args: ControlArguments,
  context: Context,
  {
    blocks,
    mostSets,
  }: { readonly blocks: readonly (string | undefined)[]; readonly mostSets: number },
): Promise<readonly ControlAt[]> {
  const { contracts, strategists, chain: word } = await vaultMeant(args, context)
  const options = { ...args, chain: word ?? args.chain }
  const pinned = await pinnedCodes(args.pinned, context)
  return onChain(options, context, async (chain) => {
    const rows: ControlAt[] = []
    for (const tag of blocks) {
      const block = await chain.readBlock(blockTagOf(tag))
      const control = await readControlState(chain, { contracts, strategists, pinned, block })
      const answer = solveControl(control.reading.state, { mostSets })
      rows.push({ ...control, vault: contracts.vault, answer, block })
    }
    return rows
  })
}

/** Reads the codes that the user vouches for; none without a file. */
export async function pinnedCodes(
  path: string | undefined,
  context: Context,
): Promise<readonly PinnedCode[]> {
  return path === undefined ? [] : parsePinnedCodes(textOf(await readInput(path, context), path))
}

/** The contracts of a vault, and the definition that names them. */
export type VaultMeant = {
  readonly contracts: ControlContracts
  readonly strategists: readonly Address[]
  /** The chain that the definition says; null where the vault is an address. */
  readonly chain: string | null
  /** Null where the vault is an address. */
  readonly definition: {
    readonly source: DefinitionSource
    readonly chain: ChainDefinition
  } | null
}

/** Reads which vault is meant. */
export async function vaultMeant(
  args: Omit<ControlArguments, 'pinned'>,
  context: Context,
): Promise<VaultMeant> {
  const option = (name: 'manager' | 'accountant' | 'teller' | 'queue') =>
    args[name] === undefined ? null : lower(parseAddress(args[name]))
  if (isAddressText(args.vault)) {
    const manager = option('manager')
    if (manager === null) {
      throw new UsageError('A vault by its address needs its Manager. Give --manager.', {
        option: 'manager',
      })
    }
    const contracts = {
      vault: lower(parseAddress(args.vault)),
      manager,
      accountant: option('accountant'),
      teller: option('teller'),
      queue: option('queue'),
    }
    return { contracts, strategists: [], chain: null, definition: null }
  }
  const source = await readDefinition({ definition: args.vault, lock: undefined }, context)
  const chain = chainMeant(source.definition, args.chain)
  const named = (address: Address | null) => (address === null ? null : lower(address))
  return {
    contracts: {
      vault: lower(chain.vault),
      manager: option('manager') ?? lower(chain.manager),
      accountant: option('accountant') ?? named(chain.accountant),
      teller: option('teller') ?? named(chain.teller),
      queue: option('queue'),
    },
    strategists: chain.strategists.flatMap(({ account }) => {
      if (account === null) return []
      return [lower(account === 'manager' ? chain.manager : account)]
    }),
    chain: String(chain.chain.id),
    definition: { source, chain },
  }
}

function lower(address: Hex): Address {
  return address.toLowerCase() as Address
}
