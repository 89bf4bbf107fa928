import { appendDroneTarget } from '@vaultwright/manager'
import { type CallContext, callContextOf, describeCall } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { ExecutedCall } from './executed-call.ts'
import { breachesOf } from './sentence-law.ts'

const account = (digits: string) => `0x${digits.padStart(40, '0')}` as const
const [vault, drone, token, otherToken, person, spender] = ['a1', 'd1', 't', 'o', 'p', 's'].map(
  (_, index) => account(`${index + 1}`.repeat(4)),
) as [`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`]
const units = (text: string) => ({ symbol: text, decimals: 18, source: 'definition' as const })
const context: CallContext = { ...callContextOf(31337, vault), drones: [drone], units }
const world = { context, people: [person], rebasing: [] }
const abi = parseAbi(['function transfer(address, uint256)', 'function approve(address, uint256)'])
const callOf = (functionName: 'transfer' | 'approve', to: `0x${string}`, amount: bigint) =>
  encodeFunctionData({ abi, functionName, args: [to, amount] })

/** A transfer of 5 to a person, as it ran. */
const frame = { type: 'CALL', from: vault, to: token, input: '0x' } as const
const sent: ExecutedCall = {
  frame,
  outer: frame,
  inner: [],
  changes: [
    { token, account: vault, amount: -5n },
    { token, account: person, amount: 5n },
  ],
  transfers: [{ token, amount: 5n }],
  allowances: [],
}
const allowed: ExecutedCall = {
  ...sent,
  changes: [],
  transfers: [],
  allowances: [{ token, owner: vault, spender, amount: 5n }],
}
const described = (data: `0x${string}`, target = token) =>
  describeCall({ target, data, value: 0n }, context)

test('law: a description of what ran is kept to', () => {
  expect(breachesOf(described(callOf('transfer', person, 5n)), sent, world)).toEqual([])
  expect(breachesOf(described(callOf('approve', spender, 5n)), allowed, world)).toEqual([])
  const data = appendDroneTarget(callOf('transfer', person, 5n), token)
  const changes = sent.changes.map((change) =>
    change.account === vault ? { ...change, account: drone } : change,
  )
  const behind = { ...sent, changes, outer: { ...frame, to: drone } }
  expect(breachesOf(described(data, drone), behind, world)).toEqual([])
})

test.each([
  ['another amount', described(callOf('transfer', person, 6n)), sent],
  ['another token', described(callOf('transfer', person, 5n), otherToken), sent],
  ['another recipient', described(callOf('transfer', spender, 5n)), sent],
  ['another allowance', described(callOf('approve', spender, 6n)), allowed],
  ['another spender', described(callOf('approve', person, 5n)), allowed],
  [
    'a token beside that nothing names',
    described(callOf('transfer', person, 5n)),
    { ...sent, changes: [...sent.changes, { token: otherToken, account: vault, amount: -1n }] },
  ],
  [
    'an allowance beside that nothing says',
    described(callOf('transfer', person, 5n)),
    { ...sent, allowances: [{ token, owner: vault, spender, amount: 9n }] },
  ],
])('refuses: a description with %s', (_, description, executed) => {
  expect(breachesOf(description, executed, world).length).toBeGreaterThan(0)
})
