import { BaseError, type PartProblem, type PartReport } from '@vaultwright/base'
import { solanaClusterOf } from '@vaultwright/registry'
import { assertChainId, chainIdCall, WrongChainError } from '../rpc/chain-id.ts'
import { WrongGenesisError } from '../solana/genesis.ts'
import { openSolanaNode } from '../solana/solana-node.ts'
import type { RpcFetch } from '../transport/http-exchange.ts'
import { openHttpRpc } from '../transport/http-rpc.ts'
import type { NamedNode } from './named-node.ts'

/** Options of asking nodes for their chain. */
type NodePartOptions = {
  /** Milliseconds that each has to answer · default: 2,500. */
  readonly timeoutMs?: number
  readonly fetch?: RpcFetch
  /** Gives up what is being asked. */
  readonly signal?: AbortSignal
}

/**
 * Asks each node which chain it shows, once and all at the same time.
 *
 * @returns the part `nodes`: degraded where one shows another chain than its variable names, or does not
 *   answer. Problems name the variable and which of its URLs, never the URL.
 */
export async function readNodePart(
  nodes: readonly NamedNode[],
  options: NodePartOptions = {},
): Promise<PartReport> {
  const problems = await Promise.all(nodes.map((node) => problemOf(node, options)))
  const wrong = problems.flatMap((problem) => problem ?? [])
  return { part: 'nodes', status: wrong.length === 0 ? 'ready' : 'degraded', problems: wrong }
}

async function problemOf(
  node: NamedNode,
  { timeoutMs = 2_500, fetch, signal }: NodePartOptions,
): Promise<PartProblem | null> {
  const patience = { timeoutMs, retries: 0, ...(fetch !== undefined && { fetch }) }
  try {
    await ask(node, patience, signal)
    return null
  } catch (error) {
    if (error instanceof WrongChainError || error instanceof WrongGenesisError)
      return wrongProblemOf(node, error)
    return silentProblemOf(node, error)
  }
}

type Patience = {
  readonly timeoutMs: number
  readonly retries: number
  readonly fetch?: RpcFetch
}

async function ask(
  { url, expected }: NamedNode,
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<void> {
  const endpoints = [url]
  if (expected.kind === 'evm') {
    const rpc = openHttpRpc({ endpoints, ...patience })
    const answers = await endedBy(signal, rpc.close, () => rpc.ask([chainIdCall]))
    return assertChainId(answers[0], expected.chainId, rpc.name)
  }
  const { genesisHash } = expected
  const solana = openSolanaNode({ endpoints, genesisHash, ...patience })
  await endedBy(signal, solana.close, solana.slot)
}

/** Closes what asks when it is done, or when a signal says so; the signal, which lives on, then knows nothing of it. */
async function endedBy<Answer>(
  signal: AbortSignal | undefined,
  close: () => unknown,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const end = () => void close()
  signal?.addEventListener('abort', end, { once: true })
  try {
    return await ask()
  } finally {
    signal?.removeEventListener('abort', end)
    await close()
  }
}

function wrongProblemOf(node: NamedNode, error: WrongChainError | WrongGenesisError): PartProblem {
  const isEvm = error instanceof WrongChainError
  const actual = String(isEvm ? error.facts.found : error.facts.actual)
  const expected = String(error.facts.expected)
  const shown = isEvm ? `chain ${actual} instead of ${expected}` : clusters(actual, expected)
  return {
    code: error.code,
    message: `${nameOf(node)} shows ${shown}. Nothing of it is used. Correct the URL.`,
    chain: node.chain,
    facts: { ...factsOf(node), expected, actual },
  }
}

function silentProblemOf(node: NamedNode, error: unknown): PartProblem {
  const reason = error instanceof BaseError ? error.code : 'internal_error'
  return {
    code: 'node_away',
    message: `${nameOf(node)} does not answer (${reason}).`,
    chain: node.chain,
    facts: { ...factsOf(node), why: reason },
  }
}

function clusters(actual: string, expected: string): string {
  const name = (hash: string) => solanaClusterOf(hash)?.name ?? `the cluster ${hash}`
  return `${name(actual)} instead of ${name(expected)}`
}

/** A URL holds keys: where it stands is enough to find it. */
function nameOf({ variable, position }: NamedNode): string {
  return `URL ${position} of ${variable}`
}

function factsOf({ variable, position }: NamedNode): PartProblem['facts'] {
  return { variable, url: position }
}
