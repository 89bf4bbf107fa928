import { encodeFlashLoan, encodeFlashLoanUserData, selectorOf } from '@vaultwright/manager'
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
  'function flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
])
const flashLoan = actionOf('balancer_v2/flash_loan')!
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const manager = '0x227975088C28DBBb4b421c6d96781a53578f19a8'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const values: ActionInputValues = { token: weth, amount: 5n, actions: '0xabcd', self, manager }

test('default: the Manager is called and the Manager receives', () => {
  const args = [manager, [weth], [5n], '0xabcd'] as const
  expect(encodeAction(flashLoan, values)).toBe(
    encodeFunctionData({ abi, functionName: 'flashLoan', args }),
  )
  expect(patternsOf(flashLoan, ruleBook).map(({ target, selector }) => [target, selector])).toEqual(
    [['manager', selectorOf('flashLoan(address,address[],uint256[],bytes)')]],
  )
})

test('behavior: an empty list of inner actions is still a batch', () => {
  const actions = encodeFlashLoanUserData([])
  const loan = { recipient: manager, tokens: [weth], amounts: [5n], calls: [], salt: '0x' } as const
  expect(encodeAction(flashLoan, { ...values, actions })).toBe(encodeFlashLoan(loan))
})

test('error: UnencodableError for inner actions that are not bytes', () => {
  expect(() => encodeAction(flashLoan, { ...values, actions: '0xabc' })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
