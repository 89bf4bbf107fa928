import type { Address } from '@vaultwright/base'
import {
  openForkPool,
  type PaymentStop,
  type QueuePayer,
  type QueuePayment,
  type QueueReading,
  type RunEngines,
  readSolver,
} from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import { revertText } from '@vaultwright/operations'
import { count, text, type ValuesOf } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { printSafely } from '../../../terminal/table.ts'
import type { QueueNode } from './queue-input.ts'

/** Options that name who pays. */
export const payerOptions = {
  teller: text('The teller that the solver redeems through', 'address'),
  solver: text('The solver contract of the queue', 'address'),
  sender: text('The account that calls the solver; default: its owner', 'address'),
} as const

/** Options of a command that says what a vault pays. */
export const paymentOptions = {
  ...payerOptions,
  'reserve-bps': count(
    'Basis points of the cash for open and matured requests to hold ready; default: 10000, as much as it',
    'bps',
  ),
} as const

type PayerArguments = ValuesOf<typeof payerOptions> & {
  readonly 'reserve-bps'?: number | undefined
}

/** Reads the contracts that pay, at a block of their chain. */
type PayerReader = (engines: RunEngines, reading: QueueReading) => Promise<QueuePayer>

/** Makes sure that the words of a command name who pays; null where none does. */
export function payerReaderOf(args: PayerArguments): PayerReader | null {
  const { teller, solver, sender, 'reserve-bps': reserveBps = 10_000 } = args
  if (teller === undefined && solver === undefined && sender === undefined) return null
  if (teller === undefined || solver === undefined) {
    const missing = teller === undefined ? 'teller' : 'solver'
    const message = `Give --${missing} as well: a solve redeems through a teller.`
    throw new UsageError(message, { option: missing })
  }
  const accounts = { teller: parseAddress(teller), solver: parseAddress(solver) }
  const caller = sender === undefined ? null : parseAddress(sender)
  return async ({ chain }, { block }) => {
    const contract = await readSolver(chain, accounts.solver, block)
    return {
      teller: accounts.teller,
      solver: contract,
      sender: caller ?? ownerOf(contract),
      reserveFactorBps: BigInt(reserveBps),
    }
  }
}

function ownerOf({ address, owner }: QueuePayer['solver']): Address {
  if (owner !== null) return owner
  const message = `The solver ${address} names no owner. Give the account that calls it with --sender.`
  throw new UsageError(message, { option: 'sender' })
}

/** Does work that executes calls at a block: by the node, or by a fork of it that ends with the work. */
export async function onEngines<Result>(
  { chain, urls }: QueueNode,
  work: (engines: RunEngines) => Promise<Result>,
): Promise<Result> {
  const forks = openForkPool({ upstreams: { [chain.id]: urls }, size: 1 })
  return work({ chain, forks }).finally(() => forks.close())
}

/** Says what stops a payment. */
export function stopText(stop: PaymentStop): string {
  return 'halt' in stop ? printSafely(stop.halt) : revertText(stop)
}

/** Prints what a vault pays, a line a fact. */
export function* printPayment(
  { instant, payable, owed, need }: QueuePayment,
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
