import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import type { ProvenFinality } from '@vaultwright/finality'
import type { BlockTag } from '@vaultwright/outcome'
import { variablesOf } from '@vaultwright/registry'
import {
  count,
  filledBy,
  flag,
  list,
  type Options,
  text,
  type ValuesOf,
} from '../command/command.ts'
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import type { Config } from '../terminal/env.ts'
import { writeWarning } from '../terminal/warning.ts'

export const offlineOption = flag(
  'Ask no node, though <CHAIN>_RPC_URL of the environment names one of the chain',
)

export const nodeOptions = {
  'rpc-url': list(
    'A node to ask, several in a row or with commas between; else <CHAIN>_RPC_URL of the environment',
    'url',
  ),
  agreement: count(
    'How many of these nodes must give the same answer, so that a node that lies is found out; default: 1',
    'nodes',
  ),
  chain: filledBy(
    text(
      'The chain that the node must be on: name or id, as in mainnet, base, local or 8453',
      'name',
    ),
    'chain',
    { beside: ['rpc-url', 'agreement', 'block'] },
  ),
  block: text('Number, hash, latest, safe or finalized; default: latest', 'block'),
} as const satisfies Options

/** The same of a command that always asks a node. */
export const neededNodeOptions = {
  ...nodeOptions,
  chain: filledBy(nodeOptions.chain, 'chain', { unless: ['replay', 'state'] }),
} as const satisfies Options

export type NodeOptions = ValuesOf<typeof nodeOptions>

export const checkpointOptions = {
  checkpoint: text(
    'The root of a finalised beacon block that you trust; default: the one that the release pins, if any',
    '0x…',
  ),
  'allow-old-checkpoint': flag('Start at a checkpoint of more than 15 days'),
  'beacon-network': text('The beacon chain, where it is not that of Ethereum mainnet', 'file'),
} as const satisfies Options

export const finalityOptions = {
  finality: text(
    'A finality file, in place of the hash of the block: it proves from --checkpoint that the block is final',
    'file',
  ),
  ...checkpointOptions,
} as const satisfies Options

export const beaconOption = {
  beacon: list('A server of the beacon API; several in a row', 'url'),
} as const satisfies Options

/** True if a person gives a finality file or its checkpoint: what follows one is loaded then alone. */
export const isFinalityGiven = ({ finality, checkpoint }: FinalityOptions): boolean =>
  finality !== undefined || checkpoint !== undefined

export type CheckpointOptions = ValuesOf<typeof checkpointOptions>
export type FinalityOptions = ValuesOf<typeof finalityOptions>

/** Tells whether a person asks for a chain at all. */
export function isNodeWanted({ 'rpc-url': urls, ...nodeOptions }: NodeOptions): boolean {
  const { agreement, chain, block } = nodeOptions
  return urls.length > 0 || [agreement, chain, block].some((option) => option !== undefined)
}

/**
 * Tells whether a command that can do without a node asks one: options name it, or the chain is known that the command
 * is about and the environment names a node of it. `--offline` keeps it from that.
 */
export function isNodeNamed(
  options: NodeOptions & { readonly offline?: boolean },
  chainId: number | null,
  { config }: Context,
): boolean {
  const isWanted = isNodeWanted({ ...options, chain: undefined })
  if (options.offline !== true)
    return isWanted || (chainId !== null && rpcVariableOf(chainId, config) !== null)
  if (!isWanted) return false
  throw new UsageError('--offline asks no node. Leave it out, or the options of a node.')
}

/** The variable that names a node of a chain; null where none does. */
function rpcVariableOf(chainId: number, { rpcUrls }: Config): string | null {
  return variablesOf(chainId, 'RPC_URL').find((name) => (rpcUrls[name] ?? '').trim() !== '') ?? null
}

/** Says that a node is asked which the command line does not name. */
export function noteNode(
  options: NodeOptions & { readonly quiet: boolean },
  chainId: number,
  context: Context,
) {
  if (options['rpc-url'].length > 0) return
  const variable = rpcVariableOf(chainId, context.config)
  if (variable !== null)
    writeWarning(`asking the node of ${variable}`, {
      context,
      quiet: options.quiet,
    })
}

/** Reads a block; `option` is how the command calls it, for the refusal. */
export function blockTagOf(word: string | undefined, option = 'block'): BlockTag {
  if (word === undefined || word === 'latest') return 'latest'
  if (word === 'safe' || word === 'finalized') return word
  if (/^\d{1,18}$/.test(word)) return BigInt(word)
  if (/^0x[0-9a-fA-F]{64}$/.test(word)) return printHex(parseHexOf(word as Hex, 32))
  throw new UsageError(
    `--${option} cannot be ${JSON.stringify(word)}. Give a number, a hash of 32 bytes, latest, safe or finalized.`,
    { option, value: word },
  )
}

/** The age of a checkpoint in words. */
export function checkpointAge({ checkpoint }: ProvenFinality): string {
  const hours = checkpoint.ageSeconds / 3600n
  return hours < 48n ? `${hours} hours` : `${hours / 24n} days`
}
