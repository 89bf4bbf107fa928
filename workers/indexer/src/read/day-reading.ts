import { BaseError } from '@vaultwright/base'
import { runReading } from '@vaultwright/chain'
import { readVault, type VaultReadPlan } from '@vaultwright/protocols'
import type { AccountantEvent, ReadFailure } from '@vaultwright/valuation'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import { readFailureOf, readOutsidePrices } from '../price/outside-price.ts'
import { readAccountantEvents } from '../reading/accountant-event.ts'
import { permanentCodes } from '../reading/approval-memory.ts'
import type { RawReading } from '../reading/raw-reading.ts'
import { proveDay } from './day-proof.ts'
import { canonicalQuotesOf } from './vault-read-plan.ts'

/** A day that was read. */
export type DayRead = {
  readonly raw: RawReading
  readonly rounds: number
}

/**
 * Reads a day as it is planned: the chain at one block, the accountant's logs of the day, and prices from elsewhere.
 *
 * @throws {ReorgError} when the block is no longer part of the chain, and what asking a node throws.
 */
export async function readDay(
  context: IndexContext,
  { chain }: IndexedChain,
  plan: VaultReadPlan,
): Promise<DayRead> {
  const atUnix = BigInt(plan.block.atUnix)
  const block = { number: BigInt(plan.block.number), hash: plan.block.hash, timestamp: atUnix }
  const nowUnix = context.nowUnix()
  const [run, accountantRead, outside] = await Promise.all([
    runReading(chain, readVault(plan), block),
    readEvents({ chain }, plan),
    readOutsidePrices(
      context.prices.prices,
      { chain: plan.chain, atUnix, nowUnix },
      context.askPrice,
    ),
  ])
  for (const failed of outside.failed) {
    context.observe({ event: 'price_failed', chain: plan.chain, ...failed })
  }
  for (const { failure } of run.found.prices) {
    if (failure !== null) reportPriceFailure(context, plan, failure)
  }
  const proof = plan.proof === undefined ? null : await proveDay(chain, plan, run.calls)
  const raw: RawReading = {
    version: 1,
    plan,
    calls: run.calls,
    events: accountantRead.events,
    observed: [...outside.observed, ...canonicalQuotesOf(plan)],
    failures: [...outside.failed.map(readFailureOf), ...accountantRead.failures],
    ...(proof !== null && { proof }),
  }
  return { raw, rounds: run.rounds }
}

type EventReading = {
  readonly events: readonly AccountantEvent[] | null
  readonly failures: readonly ReadFailure[]
}

async function readEvents(
  { chain }: Pick<IndexedChain, 'chain'>,
  { accountant, block, fromBlock }: VaultReadPlan,
): Promise<EventReading> {
  if (accountant === null) return { events: [], failures: [] }
  const toBlock = {
    number: BigInt(block.number),
    hash: block.hash,
    timestamp: BigInt(block.atUnix),
  }
  try {
    const range = { fromBlock: BigInt(fromBlock), toBlock }
    return { events: await readAccountantEvents(chain, accountant, range), failures: [] }
  } catch (error) {
    if (!(error instanceof BaseError) || error.retryable || !permanentCodes.has(error.code))
      throw error
    const what = `events of accountant ${accountant}`
    return { events: null, failures: [{ what, reason: error.shortMessage }] }
  }
}

/** A failure says `price of 0x… by feed:0x…`. */
function reportPriceFailure(
  context: IndexContext,
  { chain }: VaultReadPlan,
  failure: ReadFailure,
): void {
  const match = /^price of (0x[0-9a-fA-F]{40}) by (\S+)$/.exec(failure.what)
  if (match === null) return
  const [, asset, source] = match as unknown as readonly [string, `0x${string}`, string]
  const { reason } = failure
  context.observe({ event: 'price_failed', chain, asset, source, reason })
}
