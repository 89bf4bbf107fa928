import type { BuiltAction } from '@vaultwright/builder'
import Compile from 'typebox/compile'
import { expect, test } from 'vitest'
import { actionReport, tokenTransfer } from './execute.ts'
import { actionReportOf, tokenTransfersOf, verboseReportOf } from './execute-print.ts'

const account = (digit: string) => `0x${digit.repeat(40)}` as const
const [vault, pool, usdc, odd] = ['1', '2', '3', '4'].map(account) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const word = `0x${'a'.repeat(64)}` as const
const action: BuiltAction = {
  route: 'aave_v3/supply',
  name: 'Supply',
  protocol: 'aave_v3',
  protocolTitle: 'Aave v3',
  protocolAppUrl: null,
  description: 'Supply 1 USDC',
  values: {},
  inside: [],
  warnings: [{ code: 'x', severity: 'warning', leaf: 3, message: 'Look.', facts: { leaf: 1 } }],
  calls: [
    {
      description: 'Approve',
      target: usdc,
      data: '0x095ea7b3',
      value: 7n,
      decoder: pool,
      slot: 3,
      leaf: {
        decoder: pool,
        target: usdc,
        canSendValue: false,
        signature: 'approve(address,uint256)',
        selector: '0x095ea7b3',
        arguments: [pool],
        description: '',
      },
      proof: [word],
      assumed: [],
      decoderDoubt: null,
    },
  ],
}

test('default: what was built for one action, in the words of the interface', () => {
  const report = actionReportOf(action)
  expect(report).toMatchObject({
    protocol_name: 'Aave v3',
    protocol_app_url: '',
    calls: [{ value: '7', leaf_index: 3, signature: 'approve(address,uint256)' }],
  })
  expect(report).not.toHaveProperty('warnings')
  expect(report).not.toHaveProperty('inside')
  expect(Compile(actionReport).Check(report)).toBe(true)
})

test('behavior: warnings go with verbose, also inside a loan', () => {
  const report = verboseReportOf({ ...action, inside: [action] })
  const [{ leaf, ...warning }] = action.warnings as [BuiltAction['warnings'][number]]
  expect(leaf).toBe(3)
  expect(report.warnings).toEqual([warning])
  expect(report.inside).toEqual([verboseReportOf(action)])
  expect(actionReportOf({ ...action, inside: [action] }).inside).toEqual([actionReportOf(action)])
  expect(Compile(actionReport).Check(report)).toBe(true)
})

test('behavior: what the vault receives and sends; what is not known is null', () => {
  const moved = (token: `0x${string}`, from: `0x${string}`, to: `0x${string}`) => ({
    token,
    from,
    to,
    amount: 1_500_000n,
  })
  const ledger = {
    vault,
    units: new Map([
      [usdc, { symbol: 'USDC', decimals: 6 }],
      [odd, { symbol: null, decimals: null }],
    ]),
    prices: new Map([
      [usdc, '0.999'],
      [odd, '5'],
    ]),
  }
  const entries = tokenTransfersOf(
    [
      moved(usdc, vault, pool),
      moved(odd, pool, vault),
      moved(pool, pool, vault),
      moved(usdc, pool, odd),
      moved(usdc, vault, vault),
      { ...moved(usdc, vault, pool), amount: null },
    ],
    ledger,
  )
  expect(entries).toEqual([
    {
      token: 'USDC',
      token_address: usdc,
      amount: '1.5',
      raw_amount: '1500000',
      direction: 'out',
      dollar_value: '1.4985',
    },
    {
      token: odd,
      token_address: odd,
      amount: null,
      raw_amount: '1500000',
      direction: 'in',
      dollar_value: null,
    },
    {
      token: pool,
      token_address: pool,
      amount: null,
      raw_amount: '1500000',
      direction: 'in',
      dollar_value: null,
    },
  ])
  expect(entries.every((one) => Compile(tokenTransfer).Check(one))).toBe(true)
})
