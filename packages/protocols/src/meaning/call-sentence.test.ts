import type { Address, Hex } from '@vaultwright/base'
import { appendDroneTarget } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeAction } from '../action/action.ts'
import { sampleOf } from '../action/sentinel.ts'
import { protocols } from '../catalogue/protocol-list.generated.ts'
import { emptyAppData, encodePreSignature, orderDigestOf, orderUidOf } from '../cow/order.ts'
import { actionsOfCall } from './call-reading.ts'
import { isSentenceOf } from './call-sentence.ts'
import { actedSentenceOf } from './sentence.ts'

const pool: Address = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
const weeth: Address = '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee'
const vault: Address = checksumOf('0x0000000000000000000000000000000000005afe')
const abi = parseAbi(['function withdraw(address asset, uint256 amount, address to)'])
const withdraw = (amount: bigint, to = vault) => ({
  target: pool,
  data: encodeFunctionData({ abi, args: [weeth, amount, to] }) as Hex,
  value: 0n,
})
const amount = 10_500_000_000_000_000_000n
const context = { chainId: 1, vault }

test('law: a call that an action encodes is read back as that action with its values', () => {
  let count = 0
  for (const action of protocols.flatMap((protocol) => protocol.actions)) {
    const values = sampleOf(action, action.sizes[0] ?? 1)
    const target = values[action.target]
    const data = encodeAction(action, values)
    const call = { target: (target ?? pool) as Address, data, value: action.value(values) }
    for (const reading of actionsOfCall(call)) {
      const again = encodeAction(reading.action, { ...values, ...reading.values })
      if (reading.action === action) {
        expect(again.toLowerCase(), action.route).toBe(data.toLowerCase())
        count++
      }
    }
  }
  expect(count).toBeGreaterThan(100)
})

describe('sentences', () => {
  test('golden: words of the builder are those of the call', () => {
    expect(isSentenceOf('Withdraw 10.5 weETH from Aave v3 Pool', withdraw(amount), context)).toBe(
      true,
    )
  })

  test('golden: the second until which an order is valid is written as a time; refuses: another', () => {
    const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const terms = {
      sellToken: weeth,
      buyToken: usdc,
      receiver: vault,
      sellAmount: amount,
      buyAmount: 26_000_000_000n,
      validTo: 1_795_440_000n,
      appData: emptyAppData,
      feeAmount: 0n,
      kind: 'sell',
      isPartiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
    } as const
    const digest = orderDigestOf(terms, emptyAppData)
    const uid = orderUidOf({ digest, owner: vault, validTo: terms.validTo })
    const call = { target: pool, data: encodePreSignature({ uid, terms }), value: 0n }
    const judge = (until: string) =>
      isSentenceOf(
        `Sell 10.5 weETH for at least 26,000 USDC by an order that is valid until ${until}`,
        call,
        context,
      )
    expect(judge('2026-11-23T13:20:00Z (1795440000)')).toBe(true)
    expect(judge('1795440000')).toBe(true)
    expect(judge('2026-11-23T13:20:01Z (1795440000)')).toBe(false)
    expect(judge('2027-11-23T13:20:00Z (1826976000)')).toBe(false)
  })

  test('refuses: another amount, token, account, action, or a receiver that is not the vault', () => {
    const judge = (text: string, call = withdraw(amount)) => isSentenceOf(text, call, context)
    expect(judge('Withdraw 10.5 weETH from Aave v3 Pool', withdraw(2n ** 256n - 1n))).toBe(false)
    expect(judge('Withdraw 1.5 weETH from Aave v3 Pool')).toBe(false)
    expect(judge('Withdraw 10.5 USDC from Aave v3 Pool')).toBe(false)
    expect(judge(`Withdraw 10.5 weETH from ${weeth}`)).toBe(false)
    expect(judge('Supply 10.5 weETH to Aave v3 Pool')).toBe(false)
    expect(judge('Withdraw 10.5 weETH from Aave v3 Pool', withdraw(amount, weeth))).toBe(false)
    expect(judge('Withdraw 10.5 weETH from Aave v3 Pool, for at least 7 USDC')).toBe(false)
  })

  test('refuses: an approval of another amount or for another account than the builder says', () => {
    const approve = parseAbi(['function approve(address spender, uint256 amount)'])
    const dataOf = (sum: bigint) => encodeFunctionData({ abi: approve, args: [pool, sum] })
    const judge = (text: string, sum = amount) =>
      isSentenceOf(text, { target: weeth, data: dataOf(sum), value: 0n }, context)
    const most = 2n ** 256n - 1n
    expect(judge(`Approve 10.5 weETH for Aave pool (${pool})`)).toBe(true)
    expect(judge(`Approve weETH without a limit for Aave pool (${pool})`, most)).toBe(true)
    expect(judge(`Take back the allowance of weETH for ${pool}`, 0n)).toBe(true)
    expect(judge(`Approve 10.5 weETH for Aave pool (${pool})`, most)).toBe(false)
    expect(judge(`Approve 10.5 weETH for Aave pool (${weeth})`)).toBe(false)
    expect(judge(`Take back the allowance of weETH for ${pool}`)).toBe(false)
    expect(judge(`Approve weETH without a limit for ${pool}`)).toBe(false)
  })

  test('refuses: without an action, a number that stands nowhere in the calldata', () => {
    const call = {
      target: pool,
      data: `0x12345678${'0'.repeat(48)}91b77e5e5d9a0000` as Hex,
      value: 0n,
    }
    expect(isSentenceOf('Do 10.5 of it', call, context)).toBeNull()
    expect(isSentenceOf('Do 10.6 of it', call, context)).toBe(false)
  })
})

test('law: the words of every action turn into what a third account does', () => {
  const actions = protocols.flatMap((protocol) => protocol.actions)
  for (const { sentence, route } of actions) {
    const acted = actedSentenceOf(sentence)
    expect(acted, route).toMatch(/^[a-z]+s /)
    expect(acted.match(/\{\w+\}/g), route).toEqual(sentence.match(/\{\w+\}/g))
  }
  const verbs = new Set(actions.map(({ sentence }) => actedSentenceOf(sentence).split(' ')[0]!))
  expect([...verbs].filter((verb) => /(ss|sh|ch|x)s$|[^aeiou]ys$/.test(verb))).toEqual([])
})

test('golden: what a drone does is judged with the drone as its subject; refuses: another subject or target', () => {
  const drone: Address = '0x1234567890123456789012345678901234567890'
  const { data } = withdraw(amount, drone)
  const call = { target: drone, data: appendDroneTarget(data, pool), value: 0n }
  const judge = (text: string) => isSentenceOf(text, call, context)
  expect(judge('drone-0 withdraws 10.5 weETH from Aave v3 Core')).toBe(true)
  expect(judge(`drone-0 (definition) ${drone} withdraws 10.5 weETH from Aave v3 Core`)).toBe(true)
  expect(judge(`drone-0 ${vault} withdraws 10.5 weETH from Aave v3 Core`)).toBe(false)
  expect(judge('drone-0 withdraws 11 weETH from Aave v3 Core')).toBe(false)
  const tail = (named: Address) =>
    `; 64 bytes behind the arguments name ${named}, and ${drone} itself runs the call`
  const plain = { ...withdraw(amount), target: drone }
  const unread = { ...plain, data: appendDroneTarget(plain.data, pool) }
  const words = `Withdraw 10.5 weETH from ${drone}`
  expect(isSentenceOf(`${words}${tail(pool)}`, unread, context)).toBe(true)
  expect(isSentenceOf(`${words}${tail(vault)}`, unread, context)).toBe(false)
})
