import type { Address, Hex } from '@vaultwright/base'
import {
  appendDroneTarget,
  buildLeaf,
  buildLeafTree,
  matchCall,
  rulesFor,
} from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { encodeFunctionData, encodePacked, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { ruleBook } from '../catalogue/rule-book.ts'
import { secondReadingOf } from './second-reading.ts'

const vault = checksumOf('0x0000000000000000000000000000000000005afe')
const decoder = checksumOf('0x00000000000000000000000000000000000dec0d')
const router: Address = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const exactInput = 'exactInput((bytes,address,uint256,uint256,uint256))'
const abi = parseAbi([
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function approve(address spender, uint256 amount)',
])
const leafOf = (target: Address, signature: string, args: readonly Address[]) =>
  buildLeaf({ decoder, target, signature, arguments: [...args] })
const readingOf = (leaf: ReturnType<typeof leafOf>) =>
  secondReadingOf(leaf, rulesFor(ruleBook, leaf.selector))
const isPermitted = (leaf: ReturnType<typeof leafOf>, data: Hex) => {
  const tree = buildLeafTree([leaf])
  const call = { target: leaf.target, data, value: 0n, decoder }
  return matchCall(call, { tree, rules: ruleBook }).kind !== 'none'
}
const swap = (path: readonly Address[], recipient: Address): Hex => {
  const steps = path.slice(1).flatMap((token) => [500, token])
  const types = path.flatMap((_, at) => (at === 0 ? ['address'] : ['uint24', 'address']))
  const bytes = encodePacked(types, [path[0]!, ...steps])
  const params = { path: bytes, recipient, deadline: 1n, amountIn: 1n, amountOutMinimum: 0n }
  return encodeFunctionData({ abi, functionName: 'exactInput', args: [params] })
}
const accounts = fc
  .bigInt({ min: 1n, max: (1n << 160n) - 1n })
  .map((value) => checksumOf(`0x${value.toString(16).padStart(40, '0')}`))

test('law: a path of three tokens or more is permitted one token shorter, and the reading names who then receives', () => {
  fc.assert(
    fc.property(fc.uniqueArray(accounts, { minLength: 3, maxLength: 6 }), (path) => {
      const leaf = leafOf(router, exactInput, [...path, vault])
      const last = path.at(-1)!
      const suffixed = appendDroneTarget(swap(path.slice(0, -1), last), vault)
      expect([isPermitted(leaf, swap(path, vault)), isPermitted(leaf, suffixed)]).toEqual([
        true,
        true,
      ])
      const isOther = last !== vault
      expect(readingOf(leaf)).toMatchObject({
        isOnly: false,
        parties: isOther ? [{ label: 'params.recipient', account: last }] : [],
      })
    }),
  )
})

test('golden: an approval with an account behind it is permitted with a suffix alone', () => {
  const [sink, weth] = [checksumOf('0x00000000000000000000000000000000000bad00'), decoder]
  const leaf = leafOf(usdc, 'approve(address,uint256)', [sink, weth])
  const plain = encodeFunctionData({ abi, functionName: 'approve', args: [sink, 1n] })
  expect([isPermitted(leaf, plain), isPermitted(leaf, appendDroneTarget(plain, weth))]).toEqual([
    false,
    true,
  ])
  expect(readingOf(leaf)).toMatchObject({
    isOnly: true,
    parties: [{ label: 'spender', account: sink }],
  })
})

test('refuses: a path of one token, which no router takes, lists of one length, and a zero last entry', () => {
  const zero: Address = `0x${'0'.repeat(40)}`
  expect(readingOf(leafOf(router, exactInput, [usdc, decoder, vault]))).toBeNull()
  expect(readingOf(leafOf(usdc, 'approve(address,uint256)', [vault]))).toBeNull()
  expect(readingOf(leafOf(router, exactInput, [usdc, decoder, vault, zero]))).toBeNull()
  expect(readingOf(leafOf(router, 'nothing(address[])', [usdc, decoder, vault]))).toBeNull()
})

test('golden: a shorter list with the same receiver has no other party', () => {
  const claim = 'claim(address[],address[],uint256[],bytes32[][])'
  expect(readingOf(leafOf(router, claim, [vault, vault]))).toMatchObject({
    isOnly: false,
    parties: [],
  })
})
