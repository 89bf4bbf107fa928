import type { Address, Hex } from '@vaultwright/base'
import type { FlowTotals, TokenTotal, TransactionTotals, totalTextOf } from '@vaultwright/check'
import { isAgreed, type SimulationResult, simulationsIn } from '@vaultwright/operations'
import { judgeTransaction, type PacketVerdict } from '@vaultwright/packet'
import { type CallContext, ruleBook } from '@vaultwright/protocols'
import { printTrusted } from '@vaultwright/registry'
import type { SignedCall } from '@vaultwright/safe'
import { flag } from '../command/command.ts'
import type { Json } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { printPairs, printTime } from '../terminal/table.ts'

/** The option of a command that prints its totals and its answer alone. */
export const summaryOption = {
  summary: flag('Prints the totals and the answer alone, without a line for each call'),
} as const

/** Totals of a transaction, ready for `--json` and for a person. */
export type PrintedTotals = {
  readonly json: Json
  readonly print: (style: TextStyle) => Iterable<string>
}

/** A document of an answer with its totals. */
export function withTotals(json: Json, totals: PrintedTotals): Json {
  return { ...(json as { readonly [name: string]: Json }), totals: totals.json }
}

/** The totals of nothing: of a call without a batch, or of a simulation without one result. */
export const noTotals: PrintedTotals = { json: null, *print() {} }

/** Sums up calldata of a Manager; what checks it is loaded with the first question. */
export async function printedTotals(
  batch: { readonly calldata: Hex; readonly manager: Address | null },
  naming: CallContext,
): Promise<PrintedTotals> {
  const { totalsOfTransaction, totalTextOf } = await import('@vaultwright/check')
  return totalsWith(totalTextOf, totalsOfTransaction(batch, null, naming), naming)
}

/** Sums up a packet, with all calls beside its batches. */
export async function printedPacketTotals(
  verdict: PacketVerdict,
  naming: CallContext,
): Promise<PrintedTotals> {
  const { packetAnswer, totalTextOf } = await import('@vaultwright/check')
  return totalsWith(totalTextOf, packetAnswer(verdict, naming), naming)
}

/** Sums up what people sign, with all calls beside its batches, by its calldata alone. */
export async function printedSignedTotals(
  call: SignedCall,
  naming: CallContext,
): Promise<PrintedTotals> {
  const origin = { transaction: null, sender: null, chainId: naming.chainId }
  const evidence = { root: null, rules: ruleBook, reads: {}, naming }
  const { calls } = judgeTransaction(call, origin, evidence)
  const { totalsOfCalls, totalTextOf } = await import('@vaultwright/check')
  return totalsWith(totalTextOf, totalsOfCalls(calls, naming), naming)
}

/** Sums up what a simulation measured; nothing where it is no success that its engines agree on. */
export async function printedRunTotals(
  { request, answer }: SimulationResult,
  naming: CallContext,
): Promise<PrintedTotals> {
  const [first] = simulationsIn(answer)
  if (!isAgreed(answer) || first?.outcome.status !== 'success') return noTotals
  const { measuredRunOf, totalsOfTransaction, totalTextOf } = await import('@vaultwright/check')
  const run = measuredRunOf(first)
  const place = { calldata: request.data, manager: request.to }
  return totalsWith(totalTextOf, totalsOfTransaction(place, run, naming), naming)
}

function totalsWith(
  textOf: typeof totalTextOf,
  { totals, isMeasured }: TransactionTotals,
  naming: CallContext,
): PrintedTotals {
  const { leaves, enters, largest, receivers, approvals, outside, unread } = totals
  const amountOf = (total: Pick<TokenTotal, 'token' | 'amount'>) => {
    const { amount, token } = textOf(total, naming)
    return `${amount} ${token}`
  }
  const moves = (list: readonly TokenTotal[]) =>
    list.map((total) => `${bounds[total.bound]}${amountOf(total)}`)
  const nameOf = (account: Address) => printTrusted(account, naming.names, { whole: false })
  const allowances = approvals.map((approval) => {
    const { token, spender, amount, isUnlimited } = approval
    const allowed = isUnlimited
      ? `without limit ${amountOf({ token, amount: null })}`
      : amountOf({ token, amount })
    return `${allowed} to ${nameOf(spender)}, ${endOf(approval)}`
  })
  // One move is its own sum.
  const isOneMove = receivers.length === leaves.length && sumsAre(largest, leaves)
  const got = receivers.map(({ account, isSupplied, ...total }) => {
    const amount =
      isOneMove && leaves.length === 1 ? '' : `${bounds[total.bound]}${amountOf(total)} to `
    return `${amount}${nameOf(account)}, ${isSupplied ? 'supplied or swapped' : 'sent'}`
  })
  const pairs = [
    ['leaves', partOf(moves(leaves), unread.leaves, 'nothing')],
    ...(got.length === 0 ? [] : [['to', got.join('; ')] as const]),
    ...(isOneMove ? [] : [['largest single', moves(largest).join(', ')] as const]),
    ['enters', partOf(moves(enters), unread.enters, 'nothing')],
    ['approvals left', partOf(allowances, unread.accounts, 'none')],
    ['outside', partOf(outside, unread.accounts, 'no recipient')],
  ] as (readonly [string, string])[]
  return {
    json: { isMeasured, ...totals } as unknown as Json,
    *print(style) {
      yield* printPairs(pairs, style)
      yield '\n'
    },
  }
}

/** Says until when an allowance can be used. */
function endOf({ isUnlimited, until }: FlowTotals['approvals'][number]): string {
  if (until !== null) return until > lastYear ? 'for ever' : `until ${printTime(until)}`
  return isUnlimited ? 'for ever' : 'until used'
}

/** The year 9999 in unix seconds. */
const lastYear = 253_402_300_799n

function sumsAre(largest: readonly TokenTotal[], leaves: readonly TokenTotal[]): boolean {
  return leaves.every(({ token, amount }) =>
    largest.some((single) => single.token === token && single.amount === amount),
  )
}

const bounds = { exact: '', max: 'at most ', min: 'at least ' } as const

/** A part that is not read whole is never said to be nothing. */
function partOf(parts: readonly string[], unread: readonly string[], none: string): string {
  if (unread.length === 0) return parts.length === 0 ? none : parts.join(', ')
  const unreadText = `not known of ${unread.join(', ')}`
  return parts.length === 0 ? unreadText : `${parts.join(', ')}, and more: ${unreadText}`
}
