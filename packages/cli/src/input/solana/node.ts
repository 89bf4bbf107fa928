import type { SolanaNode } from '@vaultwright/chain'
import { choice, list, type Options, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import type { Context } from '../../terminal/context.ts'

export const solanaNodeOptions = {
  'rpc-url': list(
    'A Solana node to ask, several in a row or with commas between; else SOLANA_RPC_URL of the environment',
    'url',
  ),
  'genesis-hash': text(
    'The genesis hash that the node must show; default: as the definition says, else SOLANA_GENESIS_HASH',
    'base58',
  ),
} as const satisfies Options

/** For commands that also work without a node. */
export const optionalSolanaNodeOptions = {
  ...solanaNodeOptions,
  chain: choice(['solana'], 'Ask the nodes of SOLANA_RPC_URL, where --rpc-url names none'),
} as const satisfies Options

export type SolanaEndpointOptions = {
  readonly 'rpc-url': readonly string[]
  readonly 'genesis-hash': string | undefined
}

/** Tells whether a person asks for a node at all. */
export function isSolanaNodeWanted(
  options: SolanaEndpointOptions & { readonly chain: string | undefined },
): boolean {
  return options['rpc-url'].length > 0 || options.chain !== undefined
}

/**
 * Opens the nodes that a person names and closes them after the work.
 *
 * @param genesisHash - What a definition says; --genesis-hash goes before it.
 */
export async function onSolana<Result>(
  options: SolanaEndpointOptions,
  { context, genesisHash }: { readonly context: Context; readonly genesisHash: string | null },
  work: (node: SolanaNode) => Promise<Result>,
): Promise<Result> {
  const { variables } = context.config
  const stated =
    options['genesis-hash'] ?? genesisHash ?? givenOrNull(variables.SOLANA_GENESIS_HASH)
  const endpoints = endpointsIn(options, context)
  const { openSolanaNode } = await import('@vaultwright/chain')
  const node = openSolanaNode({ endpoints, genesisHash: stated })
  const stop = () => void node.close()
  context.signal.addEventListener('abort', stop, { once: true })
  try {
    return await work(node)
  } finally {
    context.signal.removeEventListener('abort', stop)
    await node.close()
  }
}

function endpointsIn(options: SolanaEndpointOptions, { config }: Context): readonly string[] {
  const urls = urlsIn(options['rpc-url'])
  if (urls.length > 0) return urls
  const ofEnvironment = urlsIn([config.rpcUrls.SOLANA_RPC_URL ?? ''])
  if (ofEnvironment.length > 0) return ofEnvironment
  throw new UsageError('No Solana node is given. Give --rpc-url, or set SOLANA_RPC_URL.')
}

function urlsIn(texts: readonly string[]): readonly string[] {
  const urls = texts.flatMap((word) => word.split(',')).map((url) => url.trim())
  return [...new Set(urls.filter((url) => url !== ''))]
}

function givenOrNull(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}
