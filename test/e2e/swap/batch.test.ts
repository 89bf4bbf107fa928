import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { askBeside, run, runBeside, scratch } from '../program.ts'
import { traderCommand } from './trader-command.ts'

const folder = scratch()
const file = join(folder, 'batch.json')
const quoteFile = join(folder, 'quote.json')
const sale = (amount: string, more: object = {}) => ({
  sell_token: 'WETH',
  buy_token: 'USDC',
  sell_amount: amount,
  venues: ['uniswap_v3/swap'],
  ...more,
})
let chain: LocalChain

beforeAll(async () => {
  chain = await startLocalChain()
  const deposit = { vault: 'sWETH', asset: 'WETH', amount: '2' }
  const after = [{ route: 'erc_4626/deposit', params: deposit }]
  writeFileSync(file, JSON.stringify({ swaps: [sale('3'), sale('2')], after }))
})
afterAll(() => chain?.anvil.close())

const swap = (verb: string, ...words: string[]) => traderCommand(chain, verb, words)

test('golden: a batch is quoted, recomputed offline, and built with the actions behind it', async () => {
  const quoted = await runBeside(swap('quote', '--swaps', file, '--json', '--out', quoteFile))
  expect(quoted).toMatchObject({ code: 0, err: '' })
  const quote = JSON.parse(readFileSync(quoteFile, 'utf8'))
  expect([quote.refusal, quote.swaps.length, quote.after.length]).toEqual([null, 2, 1])
  const explained = run(['swap', 'explain', quoteFile])
  expect([explained.code, explained.err]).toEqual([0, ''])
  expect(explained.out).toContain('1. Sell 3 WETH for USDC\n')
  expect(explained.out).toMatch(/moves +-7 WETH of 0x5154/)
  expect(explained.out).toMatch(/recomputed: equal {2}swap-batch@1\n$/)
  const built = await askBeside(swap('build', '--swaps', file, '--simulate'))
  expect(built).toMatchObject({ simulation_status: true, batch: { refusal: null } })
  // Both are split over two tiers; one approval stands for all four legs.
  expect(built.calls).toEqual({ before: 0, swaps: [3, 2], after: 2 })
  expect(built.batch.moves).toEqual(quote.moves)
})

test('refuses: a changed batch, a wrong swap by its place, and options beside the file', async () => {
  const damaged = JSON.parse(readFileSync(quoteFile, 'utf8'))
  damaged.swaps[1].candidates[0].raw_least = '1'
  const damagedFile = join(folder, 'damaged.json')
  writeFileSync(damagedFile, JSON.stringify(damaged))
  const explained = run(['swap', 'explain', damagedFile])
  expect(explained.code).toBe(1)
  expect(explained.out).toContain('recomputed: differs at swaps[1].candidates[0].raw_least')
  const wrong = join(folder, 'wrong.json')
  writeFileSync(wrong, JSON.stringify({ swaps: [sale('1'), sale('1', { buy_token: 'GOLD' })] }))
  const named = await runBeside(swap('quote', '--swaps', wrong))
  expect(named.code).toBe(2)
  expect(named.err).toContain('swaps[1].buy_token: The tree swaps no token of this symbol.')
  writeFileSync(wrong, JSON.stringify({ swaps: [sale('1', { sell_amuont: '1' })] }))
  expect((await runBeside(swap('quote', '--swaps', wrong))).code).toBe(3)
  const beside = await runBeside(swap('build', '--swaps', file, '--sell', 'WETH'))
  expect(beside.code).toBe(2)
  expect(beside.err).toContain('--swaps and --sell are given')
})
