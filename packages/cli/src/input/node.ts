import { type Chain, endpointsOf, openChain, openHttpRpc, type Rpc } from '@vaultwright/chain'
import { chainIdIn } from '@vaultwright/operations'
import { chainOf, variablesOf } from '@vaultwright/registry'
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { chainOfWord } from './chain.ts'
import type { NodeOptions } from './node-option.ts'

// Loaded on demand with the client of a node: what asks one.
export {
  assertVault,
  checkDeployedDecoder,
  readCallUnits,
  readDrones,
  readManager,
  readManagerHistory,
  readRoots,
  readTreeOnChain,
  staleFactsOf,
  syncVault,
  updateLock,
  verifyAtBlock,
} from '@vaultwright/operations'

export type Node = {
  readonly rpc: Rpc
  readonly chainId: number
  /** Its URLs with their credentials: never to be printed. */
  readonly urls: readonly string[]
}

const chainIdCall = { method: 'eth_chainId', params: [] } as const

/** Opens the node that a person means and makes sure of its chain. */
export async function openNode(options: NodeOptions, context: Context): Promise<Node> {
  const { urls, chainId: stated } = nodeOptionsOf(options, context)
  const agreement = agreementOf(options, urls)
  const chainId = stated ?? (await askChainId(urls, agreement))
  return { rpc: openHttpRpc({ endpoints: urls, chainId, agreement }), chainId, urls }
}

/** Refuses a command line that names no node, before anything else is asked of it. */
export function assertNodeNamed(options: NodeOptions, context: Context): void {
  nodeOptionsOf(options, context)
}

/** Opens a chain on a node and closes the node after the work; the URLs hold credentials, and are never printed. */
export async function onChain<Result>(
  options: NodeOptions,
  context: Context,
  work: (chain: Chain, urls: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const { rpc, chainId, urls } = await openNode(options, context)
  const stop = () => void rpc.close()
  context.signal.addEventListener('abort', stop, { once: true })
  try {
    return await work(await openChain(rpc, { id: chainId }), urls)
  } finally {
    context.signal.removeEventListener('abort', stop)
    await rpc.close()
  }
}

/** A chain's name where it is on record. */
function printChain(id: number): string {
  const knownChain = chainOf(id)
  return knownChain === null ? `chain ${id}` : `${knownChain.name} (${id})`
}

function nodeOptionsOf(options: NodeOptions, { config }: Context) {
  const chain = options.chain === undefined ? null : chainOfWord(options.chain, 'chain')
  const givenUrls = options['rpc-url'].flatMap((text) => text.split(',')).map((url) => url.trim())
  const urls = [...new Set(givenUrls.filter((url) => url !== ''))]
  if (urls.length > 0) return { urls, chainId: chain?.id ?? null }
  if (chain === null) {
    throw new UsageError('No node is given. Give --rpc-url, or --chain and set <CHAIN>_RPC_URL.')
  }
  const endpoints = chain.known === null ? [] : endpointsOf(chain.id, config.rpcUrls)
  if (endpoints.length > 0) return { urls: endpoints, chainId: chain.id }
  const [variable] = variablesOf(chain.id, 'RPC_URL')
  const name = variable === undefined ? 'no variable' : `${variable} is not set`
  throw new UsageError(
    `No node of ${printChain(chain.id)} is named in the environment: ${name}. Set it, or give --rpc-url.`,
    { chain: chain.id },
  )
}

function agreementOf({ agreement = 1 }: NodeOptions, urls: readonly string[]): number {
  const facts = { option: 'agreement', value: String(agreement) }
  if (agreement === 0) throw new UsageError('--agreement 0 asks no node. Give 1 or more.', facts)
  if (urls.length >= agreement) return agreement
  throw new UsageError(
    `--agreement ${agreement} needs ${agreement} nodes, and there are ${urls.length}. Give more with --rpc-url.`,
    facts,
  )
}

/** Without a chain that was asked for, the node names its own. */
async function askChainId(urls: readonly string[], agreement: number): Promise<number> {
  const rpc = openHttpRpc({ endpoints: urls, agreement })
  try {
    const [answer] = await rpc.ask([chainIdCall])
    return chainIdIn(answer)
  } finally {
    await rpc.close()
  }
}
