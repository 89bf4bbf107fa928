import type { Address, Hex } from '@vaultwright/base'
import { buildLeafTree, decodeManage, type Leaf } from '@vaultwright/manager'
import {
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  emptyFacts,
  leafOf,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import { erc20Abi } from '@vaultwright/registry'
import { decodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { buildAction, buildActions } from './batch/build.ts'
import type { BuildContext } from './permission/permission-index.ts'
import type { Reads } from './read/contract-reader.ts'

const of = (digit: string) => `0x${digit.repeat(40)}` as Address
const [vault, manager, decoder, pool, usdt] = ['1', '2', '3', '4', '5'].map(of) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const knownFacts = {
  ...emptyFacts,
  tokenOf: () => ({ symbol: 'USDT', decimals: 6, resetsApproval: true }),
}

function leavesFor(route: string, binding: Binding): readonly Leaf[] {
  const action = actionOf(route)!
  const actor = { self: vault, manager, decoder, drone: null }
  return [
    leafOf(patternsOf(action, ruleBook)[0]!, binding, actor),
    ...approvalsOf(action, binding).flatMap((wanted) => approvalLeavesOf(wanted, actor)),
  ]
}

const tree = buildLeafTree([
  ...leavesFor('balancer_v2/flash_loan', { token: usdt }),
  ...leavesFor('aave_v3/repay', { pool, asset: usdt }),
  ...leavesFor('aave_v3/supply', { pool, asset: usdt }),
])
const reads: Reads = async (calls) =>
  calls.map(({ data }) => ({
    ok: true,
    data: `0x${(data === '0x313ce567' ? 6 : 5).toString(16).padStart(64, '0')}` as Hex,
  }))
const base = { tree, managerTree: tree, vault, manager, chainId: 31337, knownFacts, now: 1n }
const context: BuildContext = { ...base, reads }
const loanOf = (...actions: readonly unknown[]) => ({
  route: 'balancer_v2/flash_loan',
  params: { amount: '2', actions },
})
const amountsOf = (calls: readonly { readonly data: Hex }[]) =>
  calls
    .filter(({ data }) => data.startsWith('0x095ea7b3'))
    .map(({ data }) => decodeFunctionData({ abi: erc20Abi, data }).args?.[1])

test('behavior: inside a loan a balance is not what the chain says: max is approved without a limit, after a reset', async () => {
  const request = { route: 'aave_v3/repay', params: { amount: 'max' } }
  const built = await buildAction(context, loanOf(request))
  const [repay] = built.actions[0]!.inside
  expect(amountsOf(repay!.calls)).toEqual([0n, (1n << 256n) - 1n])
  expect(repay!.warnings.map(({ code }) => code)).toEqual(['unlimited_approval'])
})

test('behavior: all that there is inside a loan is the balance before it, and that is said', async () => {
  const request = { route: 'aave_v3/supply', params: {} }
  const built = await buildAction(context, loanOf(request))
  expect(built.actions[0]!.inside[0]!.warnings.map(({ code }) => code)).toEqual([
    'balance_before_batch',
  ])
})

test('behavior: what is said inside a loan is said of the whole', async () => {
  const request = { route: 'aave_v3/repay', params: { amount: 'max' } }
  const built = await buildAction(context, loanOf(request))
  expect(built.warnings.map(({ code }) => code)).toContain('unlimited_approval')
})

test('behavior: after a loan that approved the same, the allowance is set anew, from zero', async () => {
  const supply = { route: 'aave_v3/supply', params: { amount: '1' } }
  const built = await buildActions({ ...context, reads: null }, [supply, loanOf(supply), supply])
  expect(amountsOf(decodeManage(built.calldata))).toEqual([0n, 1_000_000n, 0n, 1_000_000n])
})
