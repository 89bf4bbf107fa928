import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import {
  type BlockTag,
  type Chain,
  endpointsOf,
  openChain,
  openHttpRpc,
  type Rpc,
  RpcAnswerError,
} from '@vaultwright/chain'
import { chainOf, variablesOf } from '@vaultwright/registry'
import { chainOfWord } from './chain-word.ts'
import type { Context } from './context.ts'
import type { NodeWords } from './node-option.ts'
import { UsageError } from './usage.ts'

/** A node that was found on the chain that is meant. */
export type Node = {
  readonly rpc: Rpc
  readonly chainId: number
  /** Its URLs with their credentials: never to be printed. */
  readonly urls: readonly string[]
}

const chainIdCall = { method: 'eth_chainId', params: [] } as const

/**
 * Opens the node that a person means and makes sure of its chain.
 *
 * @throws {UsageError} when no node is named, or an unknown chain.
 * @throws {WrongChainError} when a node is on another chain, and what asking a node throws.
 */
export async function openNode(words: NodeWords, context: Context): Promise<Node> {
  const { urls, chainId: stated } = nodeWordsOf(words, context)
  const chainId = stated ?? (await askChainId(urls))
  return { rpc: openHttpRpc({ endpoints: urls, chainId }), chainId, urls }
}

/**
 * Opens a chain on a node and closes the node after the work.
 *
 * @throws what {@link openNode} and the work throw.
 */
export async function onChain<Result>(
  words: NodeWords,
  context: Context,
  work: (chain: Chain) => Promise<Result>,
): Promise<Result> {
  const { rpc, chainId } = await openNode(words, context)
  const stop = () => void rpc.close()
  context.signal.addEventListener('abort', stop, { once: true })
  try {
    return await work(await openChain(rpc, { id: chainId }))
  } finally {
    context.signal.removeEventListener('abort', stop)
    await rpc.close()
  }
}

/**
 * Reads how a person names a block.
 *
 * @throws {UsageError} when it is none of these.
 */
export function blockTagOf(word: string | undefined): BlockTag {
  if (word === undefined || word === 'latest') return 'latest'
  if (word === 'safe' || word === 'finalized') return word
  if (/^\d{1,18}$/.test(word)) return BigInt(word)
  if (/^0x[0-9a-fA-F]{64}$/.test(word)) return printHex(parseHexOf(word as Hex, 32))
  throw new UsageError(
    `--block cannot be ${JSON.stringify(word)}. Give a number, a hash of 32 bytes, latest, safe or finalized.`,
    { option: 'block', value: word },
  )
}

/** A chain's name where it is on record. */
function printChain(id: number): string {
  const known = chainOf(id)
  return known === null ? `chain ${id}` : `${known.name} (${id})`
}

function nodeWordsOf(words: NodeWords, { config }: Context) {
  const chain = words.chain === undefined ? null : chainOfWord(words.chain, 'chain')
  const given = words['rpc-url'].flatMap((text) => text.split(',')).map((url) => url.trim())
  const urls = given.filter((url) => url !== '')
  if (urls.length > 0) return { urls, chainId: chain?.id ?? null }
  if (chain === null) {
    throw new UsageError(
      'There is no node to ask. Give --rpc-url, or --chain and its <CHAIN>_RPC_URL in the environment.',
    )
  }
  const found = chain.known === null ? [] : endpointsOf(chain.id, config.rpcUrls)
  if (found.length > 0) return { urls: found, chainId: chain.id }
  const [variable] = variablesOf(chain.id, 'RPC_URL')
  const name = variable === undefined ? 'no variable' : `${variable} is not set`
  throw new UsageError(
    `No node of ${printChain(chain.id)} is named in the environment: ${name}. Set it, or give --rpc-url.`,
    { chain: chain.id },
  )
}

/** Where nobody said which chain it shall be, the node says which one it is. */
async function askChainId(urls: readonly string[]): Promise<number> {
  const rpc = openHttpRpc({ endpoints: urls })
  try {
    const [answer] = await rpc.ask([chainIdCall])
    return chainIdIn(answer)
  } finally {
    await rpc.close()
  }
}

/**
 * Reads a chain id from a node's answer.
 *
 * @throws {RpcAnswerError} when it is none.
 */
export function chainIdIn(answer: Awaited<ReturnType<Rpc['ask']>>[number] | undefined): number {
  const value = answer?.ok === true ? answer.value : null
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,13}$/.test(value)) return Number(value)
  throw new RpcAnswerError('eth_chainId', 'it is no chain id')
}
