import { multicall3Address, nativeAsset } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import {
  type AnswerRow,
  contractAnswersOf,
  replayOn,
} from '../../../../test/support/node/recorded-answers.ts'
import {
  accountNumber,
  claimOf,
  drone,
  droneClaimOf,
  moment,
  vault,
} from '../../../../test/support/position-fixture.ts'
import { idlePosition, idleSubjectsOf } from './position.ts'

const [weth, usdc, spender, base] = [1, 2, 3, 4].map(accountNumber)
const balance = 'balanceOf(address) (uint256)'
const native: AnswerRow = [multicall3Address, 'getEthBalance(address) (uint256)', [vault], [9n]]
const claims = [
  claimOf('erc_20/approve', { token: weth!, spender: spender! }),
  claimOf('native_wrapper/wrap', { wrapper: weth! }),
  droneClaimOf('erc_20/transfer', { token: usdc!, to: vault }),
]
const [ofVault, ofDrone] = idleSubjectsOf(claims, { vault, tokens: [base!] })

test('default: what leaves name, the base and the coin are looked for, in the vault and its drone', () => {
  const tokens = [base, weth, nativeAsset, usdc].join(',')
  expect([ofVault, ofDrone]).toEqual([
    { reader: 'idle', holder: vault, values: { tokens } },
    { reader: 'idle', holder: drone, values: { tokens } },
  ])
})

test('default: balances in one round; nothing of a token that is not there yet', () => {
  const book = contractAnswersOf([
    native,
    [weth!, balance, [vault], [5n]],
    [base!, balance, [vault], [0n]],
  ])
  const { found: reading, rounds } = replayOn(idlePosition.read(ofVault!, moment), book)
  expect(rounds).toBe(1)
  expect(reading.holdings.map(({ protocol, asset, amount }) => [protocol, asset, amount])).toEqual([
    ['idle', weth, 5n],
    ['idle', nativeAsset, 9n],
  ])
  expect(reading.failures).toEqual([])
})

test('behavior: a token that reverts, and a coin without a balance, are failures and not zeros', () => {
  const book = contractAnswersOf([[weth!, 'symbol() (string)', [], ['W']]])
  expect(replayOn(idlePosition.read(ofVault!, moment), book).found).toEqual({
    holdings: [],
    quotes: [],
    receipts: [],
    failures: [
      { what: `balance of ${weth} in ${vault}`, reason: 'The call reverted.' },
      {
        what: `balance of ${nativeAsset} in ${vault}`,
        reason: 'Nothing stands there at this block.',
      },
    ],
  })
})
