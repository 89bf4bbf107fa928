import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import type { BlockTag } from '@vaultwright/outcome'
import { count, list, type Options, text } from '../command/command.ts'
import { UsageError } from '../command/usage.ts'

export const nodeOptions = {
  'rpc-url': list(
    'A node to ask, several in a row or with commas between; else <CHAIN>_RPC_URL of the environment',
    'url',
  ),
  agreement: count(
    'How many of these nodes must give the same answer, so that a node that lies is found out; default: 1',
    'nodes',
  ),
  chain: text(
    'The chain that the node must be on: name or id, as in mainnet, base, local or 8453',
    'name',
  ),
  block: text('Number, hash, latest, safe or finalized; default: latest', 'block'),
} as const satisfies Options

export type NodeOptions = {
  readonly 'rpc-url': readonly string[]
  readonly agreement: number | undefined
  readonly chain: string | undefined
  readonly block: string | undefined
}

/** Tells whether a person asks for a chain at all. */
export function isNodeWanted({ 'rpc-url': urls, ...others }: NodeOptions): boolean {
  const { agreement, chain, block } = others
  return urls.length > 0 || [agreement, chain, block].some((option) => option !== undefined)
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
