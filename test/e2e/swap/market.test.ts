import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseError } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { command as swapBuild } from '../../../packages/cli/src/commands/swap/build.ts'
import {
  checkQuote,
  quoteFileOf,
} from '../../../packages/cli/src/commands/swap/input/quote-file.ts'
import { command as swapOrder } from '../../../packages/cli/src/commands/swap/order.ts'
import { command as swapQuote } from '../../../packages/cli/src/commands/swap/quote.ts'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { openSlowNode } from '../../support/node/slow-node.ts'
import { askRpc } from '../../support/node/test-chain.ts'
import { type FakeAggregator, startOneInch } from '../../support/swap/aggregator-server.ts'
import { leafPathsOf, withDamage } from '../../support/swap/quote-damage.ts'
import { askBeside, root, run, runBeside, scratch } from '../program.ts'
import { traderCommand } from './trader-command.ts'

const folder = scratch()
const quoteFile = join(folder, 'quote.json')
const uniswap = ['--venue', 'uniswap_v3/swap']
const oneWeth = ['--sell', 'WETH', '--buy', 'USDC', '--amount', '1']
const fiftyWeth = oneWeth.with(-1, '50')
let chain: LocalChain

beforeAll(async () => {
  chain = await startLocalChain()
  const { code, err } = await runBeside(
    swap('quote', ...fiftyWeth, ...uniswap, '--json', '--out', quoteFile),
  )
  expect({ code, err }).toEqual({ code: 0, err: '' })
})
afterAll(() => chain?.anvil.close())

const swap = (verb: string, ...words: string[]) => traderCommand(chain, verb, words)

const quoteOf = () => JSON.parse(readFileSync(quoteFile, 'utf8'))

test('law: deadlines of an action count from the block of the node, which is months behind the machine', async () => {
  const words = ['action', 'build', 'uniswap_v3/swap']
  const values = { token_in: 'WETH', token_out: 'USDC', amount: '1', fee: '500', minimum: '1000' }
  const settings = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const place = swap('')
    .slice(2)
    .filter((word) => word !== '')
  const wordOf = (unix: number) => unix.toString(16).padStart(64, '0')
  const block = (await askRpc(chain.anvil.rpc, 'eth_getBlockByNumber', 'latest', false)) as {
    readonly timestamp: string
  }
  const built = await askBeside([...words, ...settings, ...place])
  expect(Date.now() / 1_000 - Number(block.timestamp)).toBeGreaterThan(86_400)
  expect(built.encoded_tx_data).toContain(wordOf(Number(block.timestamp) + 3_600))
  const stated = await askBeside([...words, ...settings, ...place, '--now', '1750000000'])
  expect(stated.encoded_tx_data).toContain(wordOf(1_750_003_600))
})

test('golden: 1 WETH on Uniswap: the tiers by what they buy, the bound, and why one is refused', async () => {
  const { code, out } = await runBeside(swap('quote', ...oneWeth, ...uniswap))
  expect(code).toBe(0)
  expect(out).toContain(
    'Sell 1 WETH for USDC\nbest      c1, uniswap_v3/swap fee 100: 1,999.400159 USDC\n',
  )
  expect(out).toMatch(/^fair +2,000 USDC\n +1 WETH = 2000 USD, aave-oracle:0x/m)
  expect(out).toMatch(/^bound +1,990 USDC: at most 0\.5 % less$/m)
  const rows = out.match(/^c\d .*$/gm)!.filter((row) => row.includes('  '))
  expect(rows.map((row) => row.split(/ {2,}/).slice(0, 4))).toEqual([
    ['c1', 'best', '1,999.400159', '1,993.401959'],
    ['c3', 'ready', '1,997.739031', '1,991.745814'],
    ['c2', 'price_out_of_bound', '1,957.703388', '211.4831'],
  ])
  expect(out).toContain('the policy allows 0.50 %. [price_out_of_bound]\n')
  // The tier is there, and its pool has no liquidity: it says so in its own word.
  expect(out).toMatch(/uniswap_v3\/swap fee 10000 +L \[venue_reverted\]\n$/)
})

test('law: a quote of a pair that the definition names waits for seven round trips at most, which node it is among them', async () => {
  // Far enough that what goes together is not answered one before the other.
  const node = await openSlowNode(chain.anvil.url, 150)
  onTestFinished(() => node.close())
  const { code } = await runBeside(swap('quote', ...fiftyWeth).with(-1, node.url))
  expect(code).toBe(0)
  expect(node.depth()).toBeLessThanOrEqual(7)
})

test('law: a quote of the chain is recomputed as equal without a node, and any damage is seen', () => {
  const { code, out, err } = run(['swap', 'explain', quoteFile])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/recomputed: equal {2}swap-quote@4\n$/)
  const quote = quoteOf()
  // Of a split, too: two legs with a least each.
  expect(quote.candidates[0].legs).toHaveLength(2)
  const isSeen = (document: unknown) => {
    try {
      return checkQuote(quoteFileOf(document, quoteFile)).difference !== null
    } catch (error) {
      if (error instanceof BaseError) return true
      throw error
    }
  }
  expect(isSeen(quote)).toBe(false)
  expect(leafPathsOf(quote).filter((path) => !isSeen(withDamage(quote, path)))).toEqual([])
})

test('behavior: explain takes the answer of the API, and names the first field that differs', () => {
  const quote = quoteOf()
  const answer = join(folder, 'answer.json')
  writeFileSync(answer, JSON.stringify({ data: { ...quote, quote_id: 'q_1' } }))
  const equal = run(['swap', 'explain', answer, '--json'])
  expect(equal.code).toBe(0)
  expect(JSON.parse(equal.out)).toMatchObject({
    is_equal: true,
    first_difference: null,
    not_computed: ['quote_id', 'created_at', 'expires_at'],
  })
  writeFileSync(answer, JSON.stringify({ data: { ...quote, best: 'c9' } }))
  const different = run(['swap', 'explain', answer])
  expect(different.code).toBe(1)
  expect(different.out).toContain('recomputed: differs at best\n  the file says     "c9"\n')
  expect(run(['swap', 'explain', join(root, 'package.json')])).toMatchObject({ code: 3, out: '' })
  expect(run(['swap', 'explain', join(folder, 'nothing.json')])).toMatchObject({ code: 3, out: '' })
})

test('behavior: what was quoted is built, simulated and made ready for a Safe', async () => {
  const safe = join(folder, 'safe.json')
  const words = swap('build', '--quote', quoteFile, '--simulate', '--safe', safe)
  const { code, out, err } = await runBeside(words)
  expect(err).toContain(`wrote ${safe}`)
  expect(code).toBe(0)
  expect(out).toMatch(
    /^Sell 50 WETH for at least 99,500 USDC\nway +59 % uniswap_v3\/swap fee 3000 \+ 41 % /,
  )
  expect(out).toContain('Would succeed.\n')
  const [{ data }] = JSON.parse(readFileSync(safe, 'utf8')).transactions
  // A wish for the same is the same transaction.
  const wished = await askBeside(swap('build', ...fiftyWeth, ...uniswap))
  expect(wished).toMatchObject({
    encoded_tx_data: data,
    least: '99500',
    raw_least: '99500000000',
    bound: { max_loss_bps: 50, least: '99500' },
    quote: { quote_id: null, candidate: { legs: [{}, {}] } },
    approvals_left: [],
  })
})

test('behavior: without a policy a swap is built with a least of one’s own', async () => {
  const tree = join(root, 'fixtures/chain/trees/local-eth-trader.json')
  const from = placeOf(chain, 'trader')
  const bare = ['--tree', tree, '--from', from, '--rpc-url', chain.anvil.url]
  const words = ['swap', 'build', ...oneWeth, ...uniswap, ...bare]
  const unknown = await runBeside(words)
  expect(unknown).toMatchObject({ code: 1, out: '' })
  expect(unknown.err).toContain('code: price_unknown')
  expect((await runBeside([...words, '--accept-unbounded'])).code).toBe(2)
  const built = await askBeside([...words, '--accept-unbounded', '--min-buy', '1999'])
  expect(built).toMatchObject({ least: '1999', bound: null })
})

test('behavior: a service whose variables are set takes part, and its key is never printed', async () => {
  const server = await startOneInch({
    router: placeOf(chain, '1inch router v6'),
    executor: placeOf(chain, 'Swap executor'),
    priceOf: (amount) => (amount * 2_000_000_000n) / 10n ** 18n,
    version: 'v6',
  })
  onTestFinished(() => server.close())
  const env = { AGGREGATOR_1INCH_URL: server.url, AGGREGATOR_1INCH_KEY: 'hush-key' }
  const quoted = await runBeside(swap('quote', ...oneWeth), { env })
  expect(quoted.out).toMatch(/^best +c\d+, one_inch\/swap_v6: 2,000 USDC$/m)
  expect(quoted.out).toMatch(/^c\d+: its maker offered 2,000 USDC\.$/m)
  const built = await runBeside([...swap('build', ...oneWeth), '--json'], { env })
  expect(JSON.parse(built.out).quote.candidate.legs[0].route).toBe('one_inch/swap_v6')
  const lied = await lyingQuote(server, env)
  expect(lied.out).toMatch(/one_inch\/swap_v6 .*\[(fee|flags|calldata|amount|recipient)\w+\]$/m)
  // The tree permits the router v5 as well, whose calldata this service does not make.
  expect(quoted.out).toMatch(/one_inch\/swap_v5 .*router v6 alone.*\[needs_calldata\]$/m)
  const calldataPaths = server.requests
    .map(({ path }) => path)
    .filter((path) => path.includes('/swap?'))
  expect(calldataPaths.length).toBeGreaterThan(0)
  expect(calldataPaths.filter((path) => !path.includes('compatibility=true'))).toEqual([])
  const printed = [quoted, built, lied].flatMap(({ out, err }) => [out, err]).join('')
  expect(printed).not.toContain('hush-key')
  expect(server.requests.every(({ headers }) => headers.authorization === 'Bearer hush-key')).toBe(
    true,
  )
  const wrong = await runBeside(swap('quote', ...oneWeth), {
    env: { AGGREGATOR_1INCH_URL: 'ftp://hush-key' },
  })
  expect(wrong).toMatchObject({ code: 2, out: '' })
  expect(wrong.err).toContain('AGGREGATOR_1INCH_URL is not a URL')
  expect(wrong.err).not.toContain('hush-key')
})

function lyingQuote(server: FakeAggregator, env: Readonly<Record<string, string>>) {
  server.lie({ receiver: placeOf(chain, 'owner') })
  return runBeside(swap('quote', ...oneWeth, '--venue', 'one_inch/swap_v6'), { env })
}

test.each([
  ['quote', [...oneWeth, '--amount', '0'], 2, 'usage'],
  ['quote', oneWeth.slice(0, 4), 2, 'usage'],
  ['quote', [...oneWeth.slice(0, 3), 'WETH', '--amount', '1'], 2, 'usage'],
  ['quote', [...oneWeth, '--slippage-bps', '101'], 2, 'usage'],
  ['quote', [...oneWeth, '--offer', 'one_inch/swap_v5'], 2, 'usage'],
  ['quote', [...oneWeth, '--block', '1'], 2, 'usage'],
  ['quote', [...oneWeth, '--venue', 'odos/swap'], 2, 'usage'],
  ['quote', [...oneWeth, '--venue', 'curve/exchange'], 1, 'no_permitted_venue'],
  ['quote', oneWeth.with(-1, '100000'), 1, 'insufficient_balance'],
  ['build', [...fiftyWeth, ...uniswap, '--no-split'], 1, 'price_out_of_bound'],
  ['build', [...oneWeth, ...uniswap, '--min-buy', '2001'], 1, 'price_out_of_bound'],
  ['build', ['--quote', quoteFile, '--candidate', 'c9'], 3, 'candidate_missing'],
  ['build', ['--quote', quoteFile, '--sell', 'WETH'], 2, 'usage'],
  ['build', [...oneWeth, '--candidate', 'c1'], 2, 'usage'],
  ['build', ['--quote', join(root, 'package.json')], 3, 'input_shape'],
] as const)('refuses: swap %s %j with exit code %i', async (verb, words, code, reason) => {
  const outcome = await runBeside(swap(verb, ...words))
  expect(outcome).toMatchObject({ code, out: '' })
  expect(outcome.err).toContain(`code: ${reason}`)
})

test('refuses: a quote that has expired or is of another vault', async () => {
  const expired = join(folder, 'expired.json')
  writeFileSync(expired, JSON.stringify({ ...quoteOf(), expires_at: '2026-01-01T00:00:00Z' }))
  const late = await runBeside(swap('build', '--quote', expired))
  expect(late).toMatchObject({ code: 1, out: '' })
  expect(late.err).toContain('The quote no longer holds. It has expired.')
  const quote = quoteOf()
  quote.receipt.inputs.vault = placeOf(chain, 'Local USD')
  writeFileSync(expired, JSON.stringify(quote))
  const answer = await runBeside(swap('build', '--quote', expired))
  expect(answer.code).toBe(2)
  expect(answer.err).toContain('Give a quote of this vault.')
})

test.each([
  ['quote', swapQuote],
  ['build', swapBuild],
  ['order', swapOrder],
] as const)('behavior: the first example of swap %s runs', async (_, { examples }) => {
  const [[line]] = examples as readonly [readonly [string, string]]
  const words = line
    .split(' ')
    .map((word) => word.replace('http://127.0.0.1:8545', chain.anvil.url))
  const outcome = await runBeside(
    words.map((word) => word.replace(/^fixtures\//, `${root}/fixtures/`)),
  )
  expect(outcome).toMatchObject({ code: 0 })
})

test('behavior: a quote of which nothing may be built is a no', async () => {
  const { code, out } = await runBeside(swap('quote', ...fiftyWeth, ...uniswap, '--no-split'))
  expect(code).toBe(1)
  expect(out).toMatch(/^best +none may be built$/m)
})
