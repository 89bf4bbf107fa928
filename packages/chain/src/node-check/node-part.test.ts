import { getEventListeners } from 'node:events'
import { chains, variablesOf } from '@vaultwright/registry'
import { mainnetGenesisHash } from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RpcFetch } from '../transport/http-exchange.ts'
import { namedNodesOf } from './named-node.ts'
import { readNodePart } from './node-part.ts'

const devnet = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

/** A node that answers every question with what `answerTo` says of its URL; one without a value never answers. */
function nodesThat(answerTo: (url: string, method: string) => unknown): RpcFetch {
  return async (url, init) => {
    const body = JSON.parse(String(init.body))
    const answer = ({ id, method }: { readonly id: number; readonly method: string }) => {
      const result = answerTo(String(url), method)
      if (result === undefined) throw new TypeError('fetch failed')
      return { jsonrpc: '2.0', id, result }
    }
    return Response.json(Array.isArray(body) ? body.map(answer) : answer(body))
  }
}

test('law: a node is wrong exactly where it shows another chain than its variable names', async () => {
  const chain = fc.constantFrom(...chains)
  await fc.assert(
    fc.asyncProperty(chain, chain, async (named, shown) => {
      const variable = variablesOf(named.id, 'RPC_URL')[0]!
      const nodes = namedNodesOf({ [variable]: 'https://node.test' }, mainnetGenesisHash)
      const fetch = nodesThat(() => `0x${shown.id.toString(16)}`)
      const { status, problems } = await readNodePart(nodes, { fetch })
      expect(status).toBe(named.id === shown.id ? 'ready' : 'degraded')
      expect(problems.map(({ code }) => code)).toEqual(named.id === shown.id ? [] : ['wrong_chain'])
    }),
  )
})

test('golden: MAINNET_RPC_URL shows 42161; no key of a URL is repeated', async () => {
  const env = {
    MAINNET_RPC_URL: 'https://one.test/v2/s3cr3tk3y, https://user:pw@two.test',
    BASE_FORK_RPC_URL: 'https://gone.test/s3cr3tk3y',
    SOLANA_RPC_URL: 'https://sol.test?key=s3cr3tk3y',
  }
  const fetch = nodesThat((url, method) => {
    if (url.includes('gone')) return undefined
    if (method === 'getGenesisHash') return devnet
    return url.includes('one.test') ? '0xa4b1' : '0x1'
  })
  const part = await readNodePart(namedNodesOf(env, mainnetGenesisHash), { fetch })
  expect(part).toEqual({
    part: 'nodes',
    status: 'degraded',
    problems: [
      {
        code: 'wrong_chain',
        message:
          'URL 1 of MAINNET_RPC_URL shows chain 42161 instead of 1. Nothing of it is used. Correct the URL.',
        chain: 'mainnet',
        facts: { variable: 'MAINNET_RPC_URL', url: 1, expected: '1', actual: '42161' },
      },
      {
        code: 'node_away',
        message: 'URL 1 of BASE_FORK_RPC_URL does not answer (rpc_network).',
        chain: 'base',
        facts: { variable: 'BASE_FORK_RPC_URL', url: 1, why: 'rpc_network' },
      },
      {
        code: 'wrong_genesis',
        message:
          'URL 1 of SOLANA_RPC_URL shows Solana devnet instead of Solana mainnet. Nothing of it is used. Correct the URL.',
        chain: 'solana',
        facts: {
          variable: 'SOLANA_RPC_URL',
          url: 1,
          expected: mainnetGenesisHash,
          actual: devnet,
        },
      },
    ],
  })
  expect(JSON.stringify(part)).not.toMatch(/s3cr3tk3y|pw|test/)
})

test('law: a look leaves nothing with the signal that may end it, whether the node answers or not', async () => {
  const { signal } = new AbortController()
  const env = {
    MAINNET_RPC_URL: 'https://one.test,https://gone.test',
    SOLANA_RPC_URL: 'https://s.test',
  }
  const fetch = nodesThat((url, method) => {
    if (url.includes('gone')) return undefined
    return method === 'getGenesisHash' ? mainnetGenesisHash : '0x1'
  })
  for (let look = 0; look < 3; look++) {
    await readNodePart(namedNodesOf(env, mainnetGenesisHash), { fetch, signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  }
})

test('refuses: a URL that is none, and an answer that is not a chain', async () => {
  expect(() => namedNodesOf({ MAINNET_RPC_URL: 'no url' }, mainnetGenesisHash)).toThrow(
    expect.objectContaining({ code: 'invalid_endpoint' }),
  )
  const nodes = namedNodesOf({ BASE_RPC_URL: 'https://odd.test' }, mainnetGenesisHash)
  const { problems } = await readNodePart(nodes, { fetch: nodesThat(() => 'one') })
  expect(problems).toMatchObject([{ code: 'node_away', facts: { why: 'rpc_answer_malformed' } }])
})
