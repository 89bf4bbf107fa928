import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { encodeCall, parseSignature, readBatch } from '@vaultwright/manager'
import { callContextOf } from '@vaultwright/protocols'
import { nativeAsset, tokenOf } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flowsOfBatch, flowsOfCall } from './call-flow.ts'
import { type TokenFlow, type TokenMovement, totalsOf } from './flow.ts'
import { flowsOfRun } from './run-flow.ts'
import { totalTextOf } from './total-text.ts'

const account = (digit: number): Address => `0x${String(digit).repeat(40)}` as Address
const [vault, spender, stranger] = [account(1), account(2), account(9)]
const weth = tokenOf(1, 'WETH')!.address
const context = callContextOf(1, vault)
const moveArb = fc.record({
  kind: fc.constantFrom('leaves' as const, 'enters' as const),
  token: fc.constantFrom(account(3), account(4), nativeAsset),
  amount: fc.bigInt({ min: 1n, max: 2n ** 128n }),
  bound: fc.constantFrom('exact' as const, 'max' as const, 'min' as const),
  puller: fc.constant(null),
  to: fc.constantFrom(account(5), account(6), null),
})

test('law: totals by token are the sums of the flows, in whatever order, and no token is mixed with another', () => {
  fc.assert(
    fc.property(fc.array(moveArb, { minLength: 1 }), (moves) => {
      const totals = totalsOf(moves)
      for (const kind of ['leaves', 'enters'] as const) {
        const ofKind = moves.filter((each) => each.kind === kind)
        expect(new Set(totals[kind].map(({ token }) => token))).toEqual(
          new Set(ofKind.map(({ token }) => token)),
        )
        for (const { token, amount, bound } of totals[kind]) {
          const parts = ofKind.filter((each) => each.token === token)
          expect(amount).toBe(parts.reduce((sum, each) => sum + each.amount, 0n))
          expect(bound === 'exact').toBe(parts.every((each) => each.bound === 'exact'))
        }
      }
      for (const { token, amount } of totals.largest) {
        const parts = moves.filter((each) => each.kind === 'leaves' && each.token === token)
        expect(parts.every((each) => each.amount <= amount!)).toBe(true)
        expect(parts.map((each) => each.amount)).toContain(amount)
      }
      const sent = moves.filter(({ kind, to }) => kind === 'leaves' && to !== null)
      const sumOf = (amounts: readonly (bigint | null)[]) =>
        amounts.reduce<bigint>((sum, each) => sum + each!, 0n)
      expect(sumOf(totals.receivers.map(({ amount }) => amount))).toBe(
        sumOf(sent.map(({ amount }) => amount)),
      )
      const again = totalsOf(moves.toReversed())
      const sumsOf = (each: typeof totals) =>
        [...each.leaves, ...each.enters].map(({ token, amount }) => `${token} ${amount}`).sort()
      expect(sumsOf(again)).toEqual(sumsOf(totals))
    }),
  )
})

test('law: an allowance is what was approved last, less what its spender pulls exactly', () => {
  const amountArb = fc.bigInt({ min: 1n, max: 2n ** 96n })
  fc.assert(
    fc.property(amountArb, fc.array(amountArb), fc.boolean(), (approved, pulls, isUnlimited) => {
      const approval = { kind: 'approves', token: weth, spender, until: null } as const
      const pull = (amount: bigint): TokenMovement => {
        return { kind: 'leaves', token: weth, amount, bound: 'exact', puller: spender, to: spender }
      }
      const flows: readonly TokenFlow[] = [
        { ...approval, amount: 7n, isUnlimited: true },
        { ...approval, amount: approved, isUnlimited },
        ...pulls.map(pull),
      ]
      const pulled = pulls.reduce((sum, each) => sum + each, 0n)
      const left = isUnlimited ? approved : approved - pulled
      const { approvals, givenCount } = totalsOf(flows)
      expect(givenCount).toBe(2)
      expect(approvals.map(({ amount }) => amount)).toEqual(left > 0n ? [left] : [])
    }),
  )
})

test('golden: a real batch of a Safe supplies what it approves, and leaves no allowance', () => {
  const path = join(import.meta.dirname, '../../../../fixtures/safe/typed-data.json')
  const { message } = JSON.parse(readFileSync(path, 'utf8')) as { message: { data: Hex } }
  const batch = readBatch(message.data)
  const owner: Address = '0xFc4158B9657b686570cE65283483BE0682AF5dc5'
  const totals = totalsOf(flowsOfBatch(batch, callContextOf(1, owner)))
  const supplied = '0xbCd045c39640790898169410c465467984cE2552'
  expect(totals).toEqual({
    leaves: [{ token: supplied, amount: 1_000_000_000n, bound: 'exact' }],
    largest: [{ token: supplied, amount: 1_000_000_000n, bound: 'exact' }],
    receivers: [
      {
        token: supplied,
        amount: 1_000_000_000n,
        bound: 'exact',
        account: '0xd9760c51476C7de08dC33CdE13E496fD2818fa0d',
        isSupplied: true,
      },
    ],
    enters: [],
    approvals: [],
    givenCount: 1,
    outside: [],
    unread: { leaves: [], enters: ['call 1'], accounts: [] },
  })
  expect(totalsOf(flowsOfBatch(batch, context)).outside).toEqual([owner])
})

const callOf = (target: Address, signature: string, values: readonly unknown[]) => ({
  target,
  data: encodeCall(parseSignature(signature), values as never),
  value: 0n,
})

test('golden: a transfer to an account that is not on record leaves the vault to outside', () => {
  const call = callOf(weth, 'transfer(address to,uint256 amount)', [stranger, 25n * 10n ** 17n])
  const totals = totalsOf(flowsOfCall(call, context, 'call 0'))
  expect(totals).toMatchObject({
    leaves: [{ token: weth, amount: 25n * 10n ** 17n, bound: 'exact' }],
    receivers: [{ token: weth, amount: 25n * 10n ** 17n, account: stranger, isSupplied: false }],
    enters: [],
    unread: { leaves: [], enters: [], accounts: [] },
  })
  expect(totals.outside.every((each) => isSameAddress(each as Address, stranger))).toBe(true)
  expect(totals.outside).toHaveLength(1)
  expect(totalTextOf(totals.leaves[0]!, context)).toEqual({
    amount: '2.5',
    token: 'WETH',
    source: 'registry',
  })
})

test('golden: an approval for ever stays, and Permit2 says until when', () => {
  const forever = callOf(weth, 'approve(address spender,uint256 amount)', [
    spender,
    2n ** 256n - 1n,
  ])
  const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
  const ending = callOf(
    permit2,
    'approve(address token,address spender,uint160 amount,uint48 expiration)',
    [weth, spender, 5n, 1_900_000_000n],
  )
  const flows = [forever, ending].map((call) => flowsOfCall(call, context, 'call 0'))
  expect(totalsOf(flows[0]!).approvals).toMatchObject([{ spender, isUnlimited: true, until: null }])
  expect(totalsOf(flows[1]!).approvals).toMatchObject([
    { token: weth.toLowerCase(), spender, amount: 5n, until: 1_900_000_000n },
  ])
})

test('golden: a run of an engine tells what it measured of the vault, and of no other account', () => {
  const line = (holder: Address, change: string) => ({
    token: null,
    token_address: weth,
    holder,
    before: null,
    after: null,
    change: null,
    raw_before: '9',
    raw_after: '9',
    raw_change: change,
    is_reconciled: true,
  })
  const balances = [
    line(vault, '-5'),
    line(stranger, '5'),
    { ...line(vault, '3'), token_address: account(4) },
  ]
  const totals = totalsOf(flowsOfRun({ balances, approvals: [] }, vault))
  expect(totals.leaves).toEqual([{ token: weth, amount: 5n, bound: 'exact' }])
  expect(totals.enters).toEqual([{ token: account(4), amount: 3n, bound: 'exact' }])
})

test('refuses: to say what a call moves that no action makes, and an amount whose decimals are unknown', () => {
  const unknown = { target: stranger, data: '0x12345678', value: 3n } as const
  const totals = totalsOf(flowsOfCall(unknown, context, 'call 4'))
  const places = ['call 4']
  expect(totals.unread).toEqual({ leaves: places, enters: places, accounts: places })
  expect(totals.leaves).toEqual([{ token: nativeAsset, amount: 3n, bound: 'exact' }])
  const text = totalTextOf({ token: stranger, amount: 1500n }, context)
  expect(text).toEqual({ amount: '1,500 base units of', token: '0x9999…9999', source: null })
})
