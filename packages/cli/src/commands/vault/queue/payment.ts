import type { Address } from '@vaultwright/base'
import {
  type Chain,
  type InstantPayment,
  type OwedCash,
  openForkPool,
  type PayableRequests,
  type PaymentStop,
  type QueueCash,
  type QueueReading,
  type QueueSolver,
  readInstant,
  readOwedCash,
  readPayable,
  readSolver,
} from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import { revertText } from '@vaultwright/operations'
import { type CashNeed, cashNeedOf, type Liability, requestStatusOf } from '@vaultwright/queue'
import { count, text, type ValuesOf } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { printSafely } from '../../../terminal/table.ts'

/** Options of commands that execute what a vault pays. */
export const paymentOptions = {
  teller: text('The teller that the solver redeems through', 'address'),
  solver: text('The solver contract of the queue', 'address'),
  sender: text('The account that calls the solver; default: its owner', 'address'),
  'reserve-bps': count(
    'Basis points of the cash for open and matured requests to hold ready; default: 10000, as much as it',
    'bps',
  ),
} as const

/** The contracts that pay. */
export type Payer = {
  readonly teller: Address
  readonly solver: QueueSolver
  readonly sender: Address
  readonly reserveFactorBps: bigint
}

/** The words by which the contracts that pay are named. */
type PayerWords = {
  readonly teller: Address
  readonly solver: Address
  readonly sender: Address | null
  readonly reserveFactorBps: bigint
}

/** Reads who pays at a block. */
export async function readPayer(
  chain: Chain,
  words: PayerWords,
  { block }: Pick<QueueReading, 'block'>,
): Promise<Payer> {
  const solver = await readSolver(chain, words.solver, block)
  const sender = words.sender ?? solver.owner
  if (sender === null) {
    const message = `The solver ${solver.address} names no owner. Give the account that calls it with --sender.`
    throw new UsageError(message, { option: 'sender' })
  }
  return { ...words, solver, sender }
}

/** Reads the words that name who pays; null where there is none. */
export function payerWordsOf(args: ValuesOf<typeof paymentOptions>): PayerWords | null {
  const { teller, solver, sender, 'reserve-bps': reserveBps } = args
  if (teller === undefined && solver === undefined && sender === undefined) return null
  if (teller === undefined || solver === undefined) {
    const missing = teller === undefined ? 'teller' : 'solver'
    throw new UsageError(`Give --${missing} as well: a solve redeems through a teller.`, {
      option: missing,
    })
  }
  return {
    teller: parseAddress(teller),
    solver: parseAddress(solver),
    sender: sender === undefined ? null : parseAddress(sender),
    reserveFactorBps: BigInt(reserveBps ?? 10_000),
  }
}

/** Payments of a vault in one asset, executed. */
export type Payment = {
  readonly instant: InstantPayment
  readonly payable: PayableRequests
  readonly owed: OwedCash
  readonly need: CashNeed
}

type Owing = { readonly liability: Liability; readonly cash: QueueCash }

/** Executes what the vault pays at once and to whom, an entry an asset, in their order. */
export async function readPayments(
  { chain, urls }: { readonly chain: Chain; readonly urls: readonly string[] },
  reading: QueueReading,
  { payer, owing }: { readonly payer: Payer; readonly owing: readonly Owing[] },
): Promise<readonly (Payment | null)[]> {
  const forks = openForkPool({ upstreams: { [chain.id]: urls }, size: 1 })
  const { vault, accountant, block, queue } = reading
  const { teller, solver, sender, reserveFactorBps } = payer
  const atUnix = Number(block.timestamp)
  const payments: (Payment | null)[] = []
  try {
    for (const { liability, cash } of owing) {
      const { rate, idle } = cash
      if (rate === null || rate === 0n) {
        payments.push(null)
        continue
      }
      const { asset } = liability
      const oneShare = 10n ** BigInt(cash.shareDecimals)
      const terms = {
        vault,
        teller,
        withdrawer: solver.address,
        asset,
        rate,
        oneShare,
        idle,
        block,
      }
      const instant = await readInstant({ chain, forks }, terms)
      const requests = queue.ids
        .map((id) => queue.requests.get(id)!)
        .filter((request) => request.assetOut === asset)
        .filter((request) => requestStatusOf(request, atUnix) === 'matured')
      const solve = { requests, solver, teller, rate, oneShare, block, instant: instant.paid }
      const payable = await readPayable({ chain, forks }, { ...solve, sender })
      const owed = await readOwedCash(chain, { teller, accountant, asset, rate, block })
      const refundsAndFees =
        owed.refunds === null || owed.fees === null ? null : owed.refunds + owed.fees
      const facts = { rate, oneShare, idle, refundsAndFees, reserveFactorBps }
      const need = cashNeedOf(liability, {
        ...facts,
        instant: instant.paid,
        hasBuffer: instant.buffer !== null,
      })
      payments.push({ instant, payable, owed, need })
    }
  } finally {
    await forks.close()
  }
  return payments
}

/** Says what stops a payment. */
export function stopText(stop: PaymentStop): string {
  return 'halt' in stop ? printSafely(stop.halt) : revertText(stop)
}

/** Prints what a vault pays, a line a fact. */
export function* printPayment(
  { instant, payable, owed, need }: Payment,
  say: (amount: bigint | null) => string,
): Iterable<string> {
  const { paid, buffer, stop } = instant
  const source = buffer === null ? 'idle cash' : `the buffer ${buffer}`
  const limit = stop === null ? 'all shares' : `one base unit more: ${stopText(stop)}`
  yield `paid at once ${say(paid)} (by ${source}; ${limit})\n`
  const more =
    payable.fit === payable.strict ? '' : `; ${say(payable.fit)} if those are passed over`
  yield `solved now ${say(payable.strict)} for ${payable.paid.length} of ${payable.paid.length + payable.unpaid.length + payable.leftOut} matured${more}\n`
  for (const { nonce, because, stop: reason } of payable.unpaid) {
    const obstacle = because === 'cash' ? 'lacks cash' : 'is refused'
    yield `  request ${nonce} ${obstacle}: ${stopText(reason)}\n`
  }
  if (payable.leftOut > 0) yield `  ${payable.leftOut} more were not tried\n`
  yield `to hold ready ${say(need.reserve)} (refunds ${say(owed.refunds)}, fees ${say(owed.fees)}), free to invest ${say(need.allocatable)}, lacking ${say(need.shortfall)}\n`
}
