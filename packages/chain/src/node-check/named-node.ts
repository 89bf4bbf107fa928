import type { Environment } from '@vaultwright/base'
import { chains, variablesOf } from '@vaultwright/registry'
import { endpointsOf, forkEndpointsOf, solanaEndpointsOf } from '../transport/endpoint.ts'

/** A node as an environment names it: one URL of a variable. */
export type NamedNode = {
  /** Slug, lower case. */
  readonly chain: string
  readonly variable: string
  /** The position of the URL in the variable, from 1. */
  readonly position: number
  /** With its keys: never printed. */
  readonly url: string
  /** The chain it must show. */
  readonly expected:
    | { readonly kind: 'evm'; readonly chainId: number }
    | { readonly kind: 'solana'; readonly genesisHash: string }
}

/**
 * Lists every node that an environment names, those of forks too.
 *
 * @param solanaGenesisHash - of the cluster that nodes of Solana must serve.
 * @returns a row a URL, in the order of the chains.
 * @throws {InvalidEndpointError} if a URL is not valid.
 */
export function namedNodesOf(env: Environment, solanaGenesisHash: string): readonly NamedNode[] {
  const nodes = chains.flatMap(({ id, slug }) => {
    const expected = { kind: 'evm', chainId: id } as const
    const rows = (variable: string, urls: readonly string[]) =>
      urls.map((url, index) => ({ chain: slug, variable, position: index + 1, url, expected }))
    const variables = variablesOf(id, 'RPC_URL').flatMap((variable) =>
      rows(variable, endpointsOf(id, { [variable]: env[variable] })),
    )
    const forks = variablesOf(id, 'FORK_RPC_URL').flatMap((variable) =>
      rows(variable, forkEndpointsOf(id, env)),
    )
    return [...variables, ...forks]
  })
  const solana = solanaEndpointsOf(env).map((url, index) => ({
    chain: 'solana',
    variable: 'SOLANA_RPC_URL',
    position: index + 1,
    url,
    expected: { kind: 'solana', genesisHash: solanaGenesisHash } as const,
  }))
  return [...nodes, ...solana]
}
