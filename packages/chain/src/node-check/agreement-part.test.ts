import { chains, variablesOf } from '@vaultwright/registry'
import { mainnetGenesisHash } from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreementPartOf } from './agreement-part.ts'
import { namedNodesOf } from './named-node.ts'

const what = 'values of days'
const nodesOf = (env: Record<string, string>) => namedNodesOf(env, mainnetGenesisHash)

test('law: each chain that has a node is named once, but for the local one, and none where two must agree', () => {
  const foreignChains = chains.filter(({ slug }) => slug !== 'local')
  fc.assert(
    fc.property(fc.subarray(foreignChains), fc.integer({ min: 1, max: 16 }), (named, agreement) => {
      const variables = named.map(({ id }) => [variablesOf(id, 'RPC_URL')[0]!, 'https://node.test'])
      const nodes = nodesOf({
        ...Object.fromEntries(variables),
        LOCAL_RPC_URL: 'http://127.0.0.1:1',
      })
      const { status, problems } = agreementPartOf(nodes, { agreement, what })
      expect(status).toBe('ready')
      const slugs = agreement > 1 ? [] : named.map(({ slug }) => slug)
      expect(problems.map(({ chain }) => chain)).toEqual(slugs)
    }),
  )
})

test('golden: one URL and two, without a key of either; forks and Solana are left out', () => {
  const nodes = nodesOf({
    MAINNET_RPC_URL: 'https://one.test/s3cr3tk3y',
    BASE_RPC_URL: 'https://one.test/s3cr3tk3y,https://two.test/s3cr3tk3y',
    ARBITRUM_FORK_RPC_URL: 'https://fork.test/s3cr3tk3y',
    SOLANA_RPC_URL: 'https://sol.test',
  })
  const { problems } = agreementPartOf(nodes, { agreement: 1, what })
  expect(problems.map(({ code, message, facts }) => [code, message, facts])).toEqual([
    [
      'one_node_believed',
      'One node of mainnet is believed: nothing compares its answers, and values of days follow from them. To have two compared, name a second node in MAINNET_RPC_URL, and set RPC_AGREEMENT=2.',
      { variable: 'MAINNET_RPC_URL', nodes: 1 },
    ],
    [
      'one_node_believed',
      'One node of base is believed: nothing compares its answers, and values of days follow from them. To have two compared, set RPC_AGREEMENT=2.',
      { variable: 'BASE_RPC_URL', nodes: 2 },
    ],
  ])
  expect(JSON.stringify(problems)).not.toContain('s3cr3tk3y')
})

test('refuses: nothing to recommend where there is no node', () => {
  expect(agreementPartOf([], { agreement: 1, what })).toEqual({
    part: 'agreement',
    status: 'ready',
    problems: [],
  })
})
