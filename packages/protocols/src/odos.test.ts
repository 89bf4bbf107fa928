import type { Hex } from '@vaultwright/base'
import {
  type ActionInputValues,
  actionOf,
  callContextOf,
  describeCall,
  encodeAction,
} from '@vaultwright/protocols'
import fc from 'fast-check'
import { concat, encodeFunctionData, getAddress, parseAbi, size, toHex } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct Info { address inputToken; uint256 inputAmount; address inputReceiver; address outputToken; uint256 outputQuote; uint256 outputMin; address outputReceiver; }',
  'function swap(Info tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const executor = '0x76edF8C155A1e0D9B2aD11B04d9671CBC25fEE99'
const router = '0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559'
const valuesOf = (amount: bigint): ActionInputValues => ({
  router,
  executor,
  token_in: usdc,
  token_out: weth,
  amount,
  data: '0x',
  self,
  manager: self,
})

test('default: the call that leaves are built from', () => {
  const info = {
    inputToken: usdc,
    inputAmount: 5n,
    inputReceiver: executor,
    outputToken: weth,
    outputQuote: 1n,
    outputMin: 1n,
    outputReceiver: self,
  } as const
  expect(encodeAction(actionOf('odos/swap')!, valuesOf(5n))).toBe(
    encodeFunctionData({ abi, args: [info, '0x', executor, 0] }),
  )
})

test('behavior: a compact call names every account in full and its amount in as few bytes as it takes', () => {
  const drawn = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  fc.assert(
    fc.property(drawn, (amount) => {
      const bytes = amount === 0n ? '0x' : toHex(amount)
      const whole = bytes.length % 2 === 0 ? bytes : (`0x0${bytes.slice(2)}` as const)
      const expected = concat([
        ...(['0x83bd37f9', '0x0001', usdc, '0x0001', weth] as const),
        toHex(size(whole), { size: 1 }),
        whole,
        ...(['0x01', '0x01', '0x000000', '0x0001', executor, '0x0001', executor] as const),
        ...(['0x0001', self, '0x00000000'] as const),
      ])
      expect(encodeAction(actionOf('odos/swap_compact')!, valuesOf(amount))).toBe(
        expected.toLowerCase(),
      )
    }),
  )
})

test('behavior: the least that calldata buys can be read, also of the compact kind', () => {
  const words = [1n, 2n, 3n, 4n, 5n, 666n].map((one) => one.toString(16).padStart(64, '0'))
  expect(actionOf('odos/swap')!.least(`0x3b635ce4${words.join('')}`)).toBe(666n)
  const { least: minimum } = actionOf('odos/swap_compact')!
  // A token by its place, one in full; 1 byte of amount, 2 of quote.
  const head = `0x83bd37f90005${`0001${'ab'.repeat(20)}`}0107021000` as const
  expect(minimum(`${head}000000`)).toBe(4096n)
  expect(minimum(`${head}ffffff`)).toBe(0n)
  expect(minimum(`${head}7fffff`)).toBe(2048n)
  expect(minimum(`${head}00`)).toBeNull()
  expect(minimum('0x83bd37f9')).toBeNull()
})

/** A compact swap of 5 USDC for WETH whose input receiver is as given; 2 % of slippage. */
function compactData(receiver: Hex, bought: Hex = concat(['0x0001', weth])): Hex {
  const head = concat(['0x83bd37f9', '0x0001', usdc, bought, '0x03', toHex(5_000_000, { size: 3 })])
  const quote = concat(['0x07', toHex(10n ** 15n, { size: 7 }), '0x051eb8'])
  const accounts = concat(['0x0001', executor, receiver, '0x0001', self])
  return concat([head, quote, accounts, '0x00000007', '0x010203'])
}

const describedOf = (data: Hex) =>
  describeCall({ target: router, data, value: 0n }, callContextOf(1, self))

test('law: a compact swap reads as the values that it is encoded of', () => {
  const account = fc
    .bigInt({ min: 1n, max: 2n ** 160n - 1n })
    .map((id) => getAddress(toHex(id, { size: 20 })))
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
  fc.assert(
    fc.property(
      account,
      account,
      account,
      account,
      amounts,
      (tokenIn, tokenOut, agent, owner, amount) => {
        const values = {
          ...valuesOf(amount),
          token_in: tokenIn,
          token_out: tokenOut,
          executor: agent,
          self: owner,
        }
        const data = encodeAction(actionOf('odos/swap_compact')!, values)
        const byPath = new Map(describedOf(data).arguments.map(({ path, value }) => [path, value]))
        expect(byPath.get('inputToken')).toBe(tokenIn)
        expect(byPath.get('outputToken')).toBe(tokenOut)
        expect(byPath.get('inputAmount')).toBe(amount)
        expect([byPath.get('executor'), byPath.get('inputReceiver')]).toEqual([agent, agent])
        expect(byPath.get('outputReceiver')).toBe(owner)
      },
    ),
  )
})

test('golden: the sentence of a compact swap names amount, least output and who is handed what is sold', () => {
  const attacker = '0x00000000000000000000000000000000000baD11'
  const plain =
    'Swap 5 USDC for WETH through Odos, at least 0.000980000017881394 WETH; free for the caller: outputQuote 1000000000000000, slippage 335544, pathDefinition 3 bytes'
  expect(describedOf(compactData(concat(['0x0001', executor]))).sentences).toEqual([plain])
  expect(describedOf(compactData('0x0000')).sentences).toEqual([plain])
  const { sentences, arguments: args } = describedOf(compactData(concat(['0x0001', attacker])))
  expect(sentences).toHaveLength(1)
  expect(sentences[0]).toBe(
    `Swap 5 USDC for WETH through Odos, at least 0.000980000017881394 WETH; free for the caller: inputReceiver ${attacker}, outputQuote 1000000000000000, slippage 335544, pathDefinition 3 bytes`,
  )
  expect(args.find(({ path }) => path === 'outputQuote')?.value).toBe(10n ** 15n)
})

test('refuses: to name what stands in the list of the router', () => {
  const { sentences, arguments: args } = describedOf(compactData('0x0000', '0x0005'))
  expect(sentences[0]).toContain("token_out (entry 3 of the contract's address list)")
  expect(args.find(({ path }) => path === 'outputToken')?.text).toContain('entry 3')
})
