import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, printHex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { printSolidity } from '@vaultwright/formats'
import { buildLeafTree, isPadding, type Leaf } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { orderDomainOf } from '@vaultwright/protocols'
import { encodeFunctionData, hashTypedData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  localChainFolder,
  localTree,
  placeOf,
  startLocalChain,
} from '../../support/node/local-chain.ts'
import { askRpc } from '../../support/node/test-chain.ts'
import { startCowBook } from '../../support/swap/cow-book.ts'
import { askBeside, runBeside, scratch } from '../program.ts'
import { traderCommand } from './trader-command.ts'

const tree = join(localChainFolder, 'trees/local-eth-trader.json')
let chain: LocalChain

beforeAll(async () => {
  chain = await startLocalChain()
})
afterAll(() => chain.anvil.close())

const swap = (verb: string, ...words: string[]) => [
  'swap',
  verb,
  ...words,
  '--tree',
  tree,
  '--rpc-url',
  chain.anvil.url,
]

const sellOne = ['--sell', 'WETH', '--buy', 'USDC', '--amount', '1', '--limit', '2600']

/** Sends calldata to the Manager, twelve seconds after the last block. */
async function send(data: Hex, sender = 'trader'): Promise<void> {
  const { rpc } = chain.anvil
  const { timestamp } = (await askRpc(rpc, 'eth_getBlockByNumber', 'latest', false)) as {
    readonly timestamp: Hex
  }
  // Its clock is the machine's, months after the chain's last block.
  await askRpc(rpc, 'evm_setTime', Number(timestamp))
  await askRpc(rpc, 'evm_setNextBlockTimestamp', Number(timestamp) + 12)
  const from = placeOf(chain, sender)
  const to = placeOf(chain, 'Local ETH: manager')
  const transaction = { from, to, data, gas: '0xf4240' }
  expect(await askRpc(rpc, 'eth_sendTransactionSync', transaction)).toMatchObject({ status: '0x1' })
}

/** Gives the trader the root of other leaves, as the owner. */
async function setRoot(leaves: readonly Leaf[]): Promise<void> {
  const abi = parseAbi(['function setManageRoot(address strategist, bytes32 root)'])
  const args = [placeOf(chain, 'trader'), printHex(rootOf(buildLeafTree(leaves).tree))] as const
  await send(encodeFunctionData({ abi, args }), 'owner')
}

/** Fields of EIP-712 of an order. Source: GPv2Order. */
const orderFields = [
  ['sellToken', 'address'],
  ['buyToken', 'address'],
  ['receiver', 'address'],
  ['sellAmount', 'uint256'],
  ['buyAmount', 'uint256'],
  ['validTo', 'uint32'],
  ['appData', 'bytes32'],
  ['feeAmount', 'uint256'],
  ['kind', 'string'],
  ['partiallyFillable', 'bool'],
  ['sellTokenBalance', 'string'],
  ['buyTokenBalance', 'string'],
].map(([name, type]) => ({ name: name!, type: type! }))

test('golden: the digest is that of EIP-712, and the uid ends in owner and time', async () => {
  const order = await askBeside(swap('order', ...sellOne))
  const { body } = order.order_book
  const digest = hashTypedData({
    domain: order.eip712.domain,
    types: { Order: orderFields },
    primaryType: 'Order',
    message: { ...body, appData: order.order.app_data },
  })
  expect(order.order_digest).toBe(digest)
  const time = Number(body.validTo).toString(16).padStart(8, '0')
  expect(order.order_uid).toBe(`${digest}${body.from.slice(2).toLowerCase()}${time}`)
  expect(order.order).toMatchObject({
    receiver: placeOf(chain, 'Local ETH'),
    raw_sell_amount: '1000000000000000000',
    raw_buy_amount: '2600000000',
    fee_amount: '0',
  })
  expect(order.allowance).toEqual({
    raw_before: '0',
    raw_open_orders: '0',
    raw_after: '1000000000000000000',
  })
})

test('law: orders add up in the allowance, are open once signed, and cancelled for good one by one', async () => {
  const before = await askBeside(swap('orders'))
  expect(before.orders).toEqual([])
  const uids: string[] = []
  for (const count of [1n, 2n]) {
    const order = await askBeside(swap('order', ...sellOne))
    // The same terms a second time have another uid.
    expect(uids).not.toContain(order.order_uid)
    uids.push(order.order_uid)
    expect(order.allowance.raw_after).toBe(String(count * 10n ** 18n))
    await send(order.encoded_tx_data)
  }
  const { orders } = await askBeside(swap('orders', '--status', 'open'))
  expect(orders.map((order: { order_uid: string }) => order.order_uid)).toEqual(uids)
  expect(orders[0]).toMatchObject({ raw_fillable: '1000000000000000000', warnings: [] })
  const left = ['1000000000000000000', '0']
  for (const [index, uid] of uids.entries()) {
    const cancelled = await askBeside(swap('cancel', uid))
    expect(cancelled).toMatchObject({ method: 'invalidate', is_final: true })
    expect(cancelled.allowance.raw_after).toBe(left[index])
    await send(cancelled.encoded_tx_data)
    expect(await askBeside(swap('orders', uid))).toMatchObject({
      status: 'cancelled',
      raw_remaining: '0',
      warnings: [],
    })
  }
  const again = await runBeside(swap('cancel', uids[0]!))
  expect(again.code).toBe(1)
  expect(again.err).toContain('code: order_ended')
  const table = await runBeside(swap('orders'))
  expect(table.out.match(/^cancelled +1 WETH +2,600 USDC/gm)).toHaveLength(2)
})

test('behavior: an order is simulated and made ready for a Safe', async () => {
  const folder = scratch()
  const safe = join(folder, 'safe.json')
  const from = placeOf(chain, 'trader')
  const words = swap('order', ...sellOne, '--from', from, '--simulate', '--safe', safe)
  const { code, out, err } = await runBeside(words)
  expect(code).toBe(0)
  expect(err).toContain(`wrote ${safe}`)
  expect(out).toContain('Sell 1 WETH for at least 2,600 USDC (2600 USDC for 1 WETH)\n')
  expect(out).toContain('Would succeed.\n')
  // The one strategist of this tree may send it, and nobody else.
  const outsider = placeOf(chain, 'strategist')
  expect((await runBeside(swap('order', ...sellOne, '--from', outsider, '--simulate'))).code).toBe(
    1,
  )
})

const defined = (...words: string[]) => traderCommand(chain, 'order', words)

test('refuses: a limit below what the policy lets the tokens be sold for', async () => {
  const orderAt = (limit: string) => defined(...sellOne.with(-1, limit))
  const below = await runBeside(orderAt('1989.999999'))
  expect(below).toMatchObject({ code: 1, out: '' })
  expect(below.err).toContain(
    'asks for 1,989.999999 USDC; the tokens are worth more, and the policy demands 1,990 USDC. Raise the limit.',
  )
  expect(below.err).toContain('code: limit_below_market')
  expect((await runBeside(orderAt('1990'))).code).toBe(0)
})

test('behavior: an order is posted to the book that is configured, once, and a refusal of the book is told', async () => {
  const { settlement, order } = await askBeside(defined(...sellOne))
  const book = await startCowBook({
    domainSeparator: orderDomainOf(31337, settlement),
    nowUnix: async () => BigInt(order.valid_to) - 86_400n,
    read: async () => ({ status: 'open', soldAmount: 0n, boughtAmount: 0n, transactions: [] }),
  })
  onTestFinished(() => book.close())
  const env = { AGGREGATOR_COW_URL: book.url, AGGREGATOR_COW_KEY: 'hush-key' }
  const posted = await runBeside([...defined(...sellOne), '--publish', '--json'], { env })
  expect(posted.code).toBe(0)
  const { order_uid, order_book } = JSON.parse(posted.out)
  expect(order_book.published).toBe(true)
  expect([...book.orders.keys()]).toEqual([order_uid])
  const again = await runBeside([...defined(...sellOne), '--publish'], { env })
  expect(again.out).toMatch(/^order book +cow had it already$/m)
  book.lie({ refusal: 'InsufficientBalance' })
  const refused = await runBeside([...defined(...sellOne), '--publish'], { env })
  expect(refused).toMatchObject({ code: 4, out: '' })
  expect(refused.err).toContain('code: aggregator_refused')
  expect(posted.out + again.out + refused.err).not.toContain('hush-key')
  const without = await runBeside([...defined(...sellOne), '--publish'])
  expect(without.code).toBe(2)
  expect(without.err).toContain('Set AGGREGATOR_COW_URL to the address of one')
})

test.each([
  [['--buy', 'DAI'], 1, 'limit_order_not_permitted'],
  [['--amount', '100000'], 1, 'insufficient_balance'],
  [['--valid-for', '10'], 3, 'order_lifetime'],
  [['--limit', '-1'], 3, 'invalid_limit_price'],
  [['--amount', '0'], 2, 'usage'],
  [['--settlement', '0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a'], 3, 'not_a_settlement'],
])('refuses: an order with %j', async (changed, code, reason) => {
  const [name] = changed
  const index = sellOne.indexOf(name!)
  const words = index < 0 ? sellOne : sellOne.toSpliced(index, 2)
  const outcome = await runBeside(swap('order', ...words, ...changed))
  expect(outcome.code).toBe(code)
  expect(outcome.err).toContain(`code: ${reason}`)
  expect(outcome.out).toBe('')
})

test('refuses: an order that the vault does not have, and an order without a limit', async () => {
  const missing = await runBeside(swap('orders', `0x${'00'.repeat(56)}`))
  expect(missing.code).toBe(3)
  expect(missing.err).toContain('code: order_not_found')
  expect((await runBeside(swap('order', ...sellOne.slice(0, 6)))).code).toBe(2)
  // The list of all vaults is the service's: it needs a key, and no uid.
  const all = ['swap', 'orders', '--url', 'http://127.0.0.1:9']
  const keyless = await runBeside(all)
  expect([keyless.code, keyless.err]).toEqual([2, expect.stringContaining('VAULTWRIGHT_API_KEY')])
  expect((await runBeside([...all, `0x${'00'.repeat(56)}`])).code).toBe(2)
})

// It changes the root of the trader: it is the last test of the file.
test('behavior: without a leaf that invalidates, the signature is taken back, and may be given again', async () => {
  const file = localTree('local-eth-trader')
  const leaves = file.tree.leaves.filter(
    (leaf) => !isPadding(leaf) && !leaf.signature.startsWith('invalidateOrder('),
  )
  expect(leaves.length).toBeLessThan(file.tree.leaves.filter((leaf) => !isPadding(leaf)).length)
  const path = join(scratch(), 'without.json')
  writeFileSync(path, printSolidity({ ...file, tree: buildLeafTree(leaves) }))
  const order = await askBeside(swap('order', ...sellOne))
  await send(order.encoded_tx_data)
  const words = ['swap', 'cancel', order.order_uid, '--tree', path, '--rpc-url', chain.anvil.url]
  const { code, out } = await runBeside(words)
  expect(code).toBe(0)
  expect(out).toContain('by taking its signature back: it can be signed again until it expires\n')
  const cancelled = await askBeside(words)
  expect(cancelled).toMatchObject({ method: 'withdraw_signature', is_final: false })
  expect(cancelled.allowance.raw_after).toBe('0')
  await setRoot(leaves)
  await send(cancelled.encoded_tx_data)
  expect(await askBeside(swap('orders', order.order_uid))).toMatchObject({ status: 'cancelled' })
})
