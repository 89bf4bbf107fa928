import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printHex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { parseTreeFile } from '@vaultwright/formats'
import { digestOf, isPadding } from '@vaultwright/manager'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { askBeside, runBeside, scratch } from '../program.ts'

const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
const folder = scratch()
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
  expect(out).toMatch(/^# history {2}16 batches, 48 calls$/m)
  expect(out).toMatch(/^# used {5}42 leaves$/m)
  expect(out).toContain('- protocol: aave_v3')
  const { used, unused, hidden, unpermitted } = await askBeside([...words, '--days', '30'])
  expect({ used: used.length, unused: unused.length }).toEqual({ used: 39, unused: 63 })
  expect({ hidden, unpermitted }).toEqual({ hidden: [], unpermitted: [] })
})

test('law: the definition that is printed builds a tree of exactly the leaves that were used', async () => {
  const strategist = ['--strategist', placeOf(chain, 'strategist')]
  const [definition, built] = ['least.yaml', 'least.json'].map((name) => join(folder, name))
  const words = ['tree', 'unused', tree, '--rpc-url', chain.anvil.url, ...strategist]
  expect((await runBeside([...words, '--out', definition!])).code).toBe(0)
  const build = ['tree', 'build', definition!, '--strategist', 'main', '--out', built!]
  expect(await runBeside(build)).toMatchObject({ code: 0 })
  const { used } = await askBeside(words)
  const digestsIn = (path: string) => {
    const { leaves } = parseTreeFile(readFileSync(path)).tree
    return leaves.map((leaf) => (isPadding(leaf) ? null : printHex(digestOf(leaf))))
  }
  const whole = digestsIn(tree)
  const minimum = digestsIn(built!).filter((digest) => digest !== null)
  const expected = used.map(({ position }: { position: number }) => whole[position])
  expect(minimum.sort()).toEqual(expected.sort())
})

test('refuses: no node', async () => {
  expect((await runBeside(['tree', 'unused', tree])).code).not.toBe(0)
})
