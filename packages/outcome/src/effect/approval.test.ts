import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  maxUint256,
  parseAbi,
  parseAbiItem,
} from 'viem'
import { expect, test } from 'vitest'
import { decodeLogs, type RawLog } from '../trace/simulated-log.ts'
import { approvalRead, approvalsOf, loggedApprovalsOf } from './approval.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [vault, drone, token, spender] = [account('1'), account('2'), account('3'), account('4')]

/** A log of an event whose arguments that are not indexed come last. */
function logOf(event: string, args: Record<string, unknown>, address = token): RawLog {
  const item = parseAbiItem(`event ${event}`)
  if (item.type !== 'event') throw new Error(event)
  const plain = item.inputs.filter(({ indexed }) => !indexed)
  const values = plain.map(({ name }) => args[name!])
  const topics = encodeEventTopics({ abi: [item], args } as never) as Hex[]
  return { address, topics, data: encodeAbiParameters(plain, values) }
}

const approval = 'Approval(address indexed owner, address indexed spender, uint256 value)'
const permit2 =
  'Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)'

const marksOf = (...logs: readonly RawLog[]) => loggedApprovalsOf([vault], decodeLogs(logs), [])
/** The open approvals after such a reading of the one mark. */
const openApprovals = (marks: ReturnType<typeof marksOf>, after: bigint | null) =>
  approvalsOf(marks, new Map(marks.map((m) => [approvalRead(m)?.key ?? '', { before: 0n, after }])))

test('default: the token is believed, not the log', () => {
  const marks = marksOf(logOf(approval, { owner: vault, spender, value: 5n }))
  expect(openApprovals(marks, 3n)).toMatchObject([{ amount: 3n, isUnlimited: false }])
  expect(openApprovals(marks, 0n)).toEqual([])
})

test('behavior: an approval that cannot be read stands as it was logged last', () => {
  const log = (value: bigint) => logOf(approval, { owner: vault, spender, value })
  expect(openApprovals(marksOf(log(5n), log(maxUint256)), null)).toMatchObject([
    { amount: maxUint256, isUnlimited: true },
  ])
  expect(openApprovals(marksOf(log(5n), log(0n)), null)).toEqual([])
})

test.each([
  [2n ** 256n - 1n, true],
  [2n ** 255n - 1n, true],
  [2n ** 256n - 1n - 10n ** 30n, true],
  [2n ** 160n - 1n, true],
  [2n ** 128n - 1n, true],
  [2n ** 96n - 1n, true],
  [2n ** 96n, false],
  [10n ** 27n, false],
])('behavior: %s is unlimited: %s', (amount, isUnlimited) => {
  const marks = marksOf(logOf(approval, { owner: vault, spender, value: 1n }))
  expect(openApprovals(marks, amount)).toMatchObject([{ amount, isUnlimited }])
})

test('behavior: approvals of others, and of the zero address, are not the vault’s', () => {
  expect(marksOf(logOf(approval, { owner: spender, spender: vault, value: 1n }))).toEqual([])
  expect(marksOf(logOf(approval, { owner: vault, spender: zeroAddress, value: 1n }))).toEqual([])
})

test('behavior: a silent approval is found by the call, for each owner', () => {
  const abi = parseAbi(['function increaseAllowance(address,uint256)'])
  const data = encodeFunctionData({ abi, args: [spender, 5n] })
  const calls = [vault, drone].map((from) => ({ from, target: token, data, value: 0n }))
  const marks = loggedApprovalsOf([vault, drone], [], calls)
  expect(marks.map(({ owner }) => owner)).toEqual([vault, drone])
  expect(openApprovals(marks, 5n).map(({ amount }) => amount)).toEqual([5n, 5n])
  expect(openApprovals(marks, null)).toEqual([])
})

test('behavior: Permit2 names the token in its log, and a lockdown ends it', () => {
  const amount = 2n ** 160n - 1n
  const log = logOf(permit2, { owner: vault, token, spender, amount, expiration: 1 }, account('5'))
  expect(openApprovals(marksOf(log), null)).toMatchObject([
    { standard: 'permit2', token, spender, amount, isUnlimited: true },
  ])
  const lockdown = 'Lockdown(address indexed owner, address token, address spender)'
  const ended = logOf(lockdown, { owner: vault, token, spender }, account('5'))
  expect(openApprovals(marksOf(log, ended), null)).toEqual([])
})

test('behavior: a collection, one of it, a lender’s markets, a debt', () => {
  const operator = 'ApprovalForAll(address indexed owner, address indexed operator, bool approved)'
  const all = marksOf(logOf(operator, { owner: vault, operator: spender, approved: true }))
  expect(openApprovals(all, 1n)).toMatchObject([{ standard: 'operator', isUnlimited: true }])
  const id = 'Approval(address indexed owner, address indexed spender, uint256 indexed id)'
  const single = marksOf(logOf(id, { owner: vault, spender, id: 7n }))
  expect(openApprovals(single, BigInt(spender))).toMatchObject([{ standard: 'erc721', id: 7n }])
  expect(openApprovals(single, 0n)).toEqual([])
  const markets =
    'SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool newIsAuthorized)'
  const eventArguments = {
    caller: vault,
    authorizer: vault,
    authorized: spender,
    newIsAuthorized: true,
  }
  expect(openApprovals(marksOf(logOf(markets, eventArguments)), 1n)).toMatchObject([
    { standard: 'authorized', isUnlimited: true },
  ])
  const debt =
    'BorrowAllowanceDelegated(address indexed fromUser, address indexed toUser, address indexed asset, uint256 amount)'
  const lent = { fromUser: vault, toUser: spender, asset: token, amount: 9n }
  expect(openApprovals(marksOf(logOf(debt, lent)), 9n)).toMatchObject([
    { standard: 'delegated', amount: 9n },
  ])
})

test('behavior: what is taken back, or cannot be read, stands as the log has it', () => {
  const operator = 'ApprovalForAll(address indexed owner, address indexed operator, bool approved)'
  const logFor = (approved: boolean) =>
    openApprovals(marksOf(logOf(operator, { owner: vault, operator: spender, approved })), null)
  expect([logFor(true).length, logFor(false).length]).toEqual([1, 0])
  const markets =
    'SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool newIsAuthorized)'
  const allowed = (newIsAuthorized: boolean) => {
    const values = { caller: vault, authorizer: vault, authorized: spender, newIsAuthorized }
    return openApprovals(marksOf(logOf(markets, values)), null)
  }
  expect([allowed(true).length, allowed(false).length]).toEqual([1, 0])
  const debt =
    'BorrowAllowanceDelegated(address indexed fromUser, address indexed toUser, address indexed asset, uint256 amount)'
  const lent = (amount: bigint) => {
    const values = { fromUser: vault, toUser: spender, asset: token, amount }
    return openApprovals(marksOf(logOf(debt, values)), null).map((one) => one.amount)
  }
  expect([lent(9n), lent(0n)]).toEqual([[9n], []])
})
