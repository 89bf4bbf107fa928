import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { askBeside, runBeside } from '../program.ts'

const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
let chain: LocalChain

beforeAll(async () => {
  chain = await startLocalChain()
})
afterAll(() => chain.anvil.close())

test('golden: what 45 days used of a tree, and the least definition', async () => {
  const strategist = ['--strategist', placeOf(chain, 'strategist')]
  const words = ['tree', 'unused', tree, '--rpc-url', chain.anvil.url, ...strategist]
  const { code, out, err } = await runBeside(words)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^history {2}16 batches, 48 calls$/m)
  expect(out).toMatch(/^used {5}42 leaves$/m)
  expect(out).toContain('- protocol: aave_v3')
  const { used, unused, hidden, unpermitted } = await askBeside([...words, '--days', '30'])
  expect({ used: used.length, unused: unused.length }).toEqual({ used: 39, unused: 63 })
  expect({ hidden, unpermitted }).toEqual({ hidden: [], unpermitted: [] })
})

test('refuses: no node', async () => {
  expect((await runBeside(['tree', 'unused', tree])).code).not.toBe(0)
})
