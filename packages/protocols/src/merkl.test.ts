import {
  type ActionInputValues,
  actionOf,
  encodeAction,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)',
  'function toggleOperator(address user, address operator)',
])
const claim = actionOf('merkl/claim')!
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const uni = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'
const arb = '0x912CE59144191C1204E64559FE8253a0e49E6548'
const distributor = '0x3Ef3D8bA38EBe18DB133cEc108f4D14CE00Dd9Ae'
const proof = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`] as const
const values: ActionInputValues = {
  distributor,
  tokens: [uni, arb],
  amounts: [5n, 6n],
  proofs: [proof, []],
  operator: arb,
  self,
  manager: self,
}

test('default: every reward is for the vault', () => {
  const args = [
    [self, self],
    [uni, arb],
    [5n, 6n],
    [proof, []],
  ] as const
  expect(encodeAction(claim, values)).toBe(encodeFunctionData({ abi, functionName: 'claim', args }))
})

test('default: an operator', () => {
  expect(encodeAction(actionOf('merkl/toggle_operator')!, values)).toBe(
    encodeFunctionData({ abi, functionName: 'toggleOperator', args: [self, arb] }),
  )
})

test('behavior: a leaf names the vault once a token; an older one names the tokens as well', () => {
  const shapes = patternsOf(claim, ruleBook)
    .filter(({ size }) => size === 2)
    .map(({ pieces }) => pieces.map((piece) => ('slot' in piece ? piece.slot : piece.constant)))
  expect(shapes).toEqual([
    ['self', 'self'],
    ['self', 'tokens', 'self', 'tokens'],
  ])
})

test('error: UnencodableError for a proof that is not a list of words', () => {
  expect(() => encodeAction(claim, { ...values, proofs: [['0x12'], []] })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
