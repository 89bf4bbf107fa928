import type { Address, Hex } from '@vaultwright/base'
import { decodeCall, encodeCall, parseSignature, rulesFor } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { encodeAction } from '../action/action.ts'
import { sampleOf } from '../action/sentinel.ts'
import { protocols } from '../catalogue/protocol-list.generated.ts'
import { ruleBook } from '../catalogue/rule-book.ts'
import { freeArgumentsOf } from '../leaf/free-argument.ts'
import { leafArgumentsOf } from '../leaf/leaf-argument.ts'
import { callArgumentsOf, valuesOfArguments } from '../meaning/argument.ts'
import { callContextOf } from '../meaning/value-text.ts'
import { describeCall } from './call-description.ts'

const vault: Address = checksumOf('0x0000000000000000000000000000000000005afe')
const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth: Address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const executor: Address = '0x76edF8C155A1e0D9B2aD11B04d9671CBC25fEE99'
const router: Address = '0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559'
const abi = parseAbi([
  'struct Info { address inputToken; uint256 inputAmount; address inputReceiver; address outputToken; uint256 outputQuote; uint256 outputMin; address outputReceiver; }',
  'function swap(Info tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)',
])
const leaf = { signature: '', arguments: [usdc, weth, vault, executor] }
const swap = (inputReceiver: Address, path: Hex = '0x010203') => {
  const info = {
    inputToken: usdc,
    inputAmount: 5_000_000n,
    inputReceiver,
    outputToken: weth,
    outputQuote: 10n ** 15n,
    outputMin: 9n * 10n ** 14n,
    outputReceiver: vault,
  }
  const data = encodeFunctionData({ abi, args: [info, path, executor, 0] })
  return describeCall({ target: router, data, value: 0n }, callContextOf(1, vault), leaf)
}
const marksOf = ({ arguments: args }: ReturnType<typeof swap>) =>
  args.flatMap(({ path, mark }) => (mark === null ? [] : [`${path} ${mark}`]))

test('golden: who is handed what is sold, and the path, are in the sentence and marked', () => {
  const described = swap('0x00000000000000000000000000000000000baD11')
  expect(described.sentences).toEqual([
    'Swap 5 USDC for WETH through Odos, at least 0.0009 WETH; free for the caller: tokenInfo.inputReceiver 0x00000000000000000000000000000000000baD11, pathDefinition 3 bytes',
  ])
  expect(marksOf(described)).toEqual([
    'tokenInfo.inputReceiver free_recipient',
    'tokenInfo.outputMin free_price',
    'pathDefinition free_payload',
  ])
})

test('law: any receiver but the vault, and the executor that the leaf binds, is marked and said', () => {
  const accounts = fc.bigInt({ min: 1n, max: 2n ** 160n - 1n })
  fc.assert(
    fc.property(accounts, (id) => {
      const receiver = checksumOf(`0x${id.toString(16).padStart(40, '0')}`)
      const described = swap(receiver)
      expect(marksOf(described)).toContain('tokenInfo.inputReceiver free_recipient')
      expect(described.sentences[0]).toContain('tokenInfo.inputReceiver ')
    }),
  )
  for (const actor of [vault, executor]) {
    expect(marksOf(swap(actor)).join()).not.toContain('inputReceiver')
    expect(swap(actor).sentences[0]).not.toMatch(/free for the caller: .*inputReceiver/)
  }
})

test('law: whatever account stands where ways out call the recipient, spender or operator free is marked', () => {
  const attacker: Address = checksumOf('0x00000000000000000000000000000000000bad11')
  let marked = 0
  for (const action of protocols.flatMap((protocol) => protocol.actions)) {
    const fn = parseSignature(action.signature)
    const data = encodeAction(action, sampleOf(action, action.sizes[0] ?? 1))
    const { args } = leafArgumentsOf(rulesFor(ruleBook, data.slice(0, 10)), null, action)
    const free = freeArgumentsOf({ args, leaf: { signature: fn.canonical } })
      .filter(({ argument, freedom }) => argument.type === 'address' && freedom !== 'payload')
      .map(({ argument }) => argument.path)
    const isFree = ({ pattern }: { readonly pattern: string }) =>
      free.includes(pattern.replace(/\[\d*\]/g, '[]'))
    const decoded = callArgumentsOf(fn, decodeCall(fn, data).values, '0x')
    const taken = new Map(
      decoded.map((argument) => [argument.path, isFree(argument) ? attacker : argument.value]),
    )
    const values = valuesOfArguments(fn, taken)
    if (values === null || !decoded.some(isFree)) continue
    const call = { target: router, data: encodeCall(fn, values), value: 0n }
    const described = describeCall(call, callContextOf(1, vault))
    for (const { path, value, mark } of described.arguments.filter(isFree)) {
      if (value !== attacker) continue
      expect(mark, `${action.route} ${path}`).not.toBeNull()
      if (described.sentences.length === 1) {
        expect(described.sentences[0], action.route).toMatch(/0x0{35}bad11/i)
      }
      marked++
    }
  }
  expect(marked).toBeGreaterThan(2)
})

test('refuses: to call the price or bytes of the caller a value of the leaf', () => {
  expect(marksOf(swap(executor, '0x'))).toEqual(['tokenInfo.outputMin free_price'])
})
