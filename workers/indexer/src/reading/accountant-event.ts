import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { Chain, ChainLog } from '@vaultwright/chain'
import { checksumOf } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import { accountantTopics } from '@vaultwright/registry'
import type { AccountantEvent } from '@vaultwright/valuation'

type EventFields = AccountantEvent extends infer Event
  ? Event extends AccountantEvent
    ? Omit<Event, 'block' | 'logIndex'>
    : never
  : never

/** The fields in the data and the topics of each event. Source: the accountants' ABI. */
const decoders: Readonly<Record<Hex, (log: ChainLog) => EventFields>> = {
  [accountantTopics.ExchangeRateUpdated]: ({ data }) => ({
    event: 'rate',
    oldRate: wordAt(data, 0),
    newRate: wordAt(data, 1),
  }),
  [accountantTopics.StreamedRateUpdated]: ({ data }) => ({
    event: 'rate',
    oldRate: null,
    newRate: wordAt(data, 0),
  }),
  [accountantTopics.YieldRecorded]: yieldIn,
  [accountantTopics.YieldRecordedEarly]: yieldIn,
  [accountantTopics.LossRecorded]: ({ data }) => ({ event: 'loss', amount: wordAt(data, 0) }),
  [accountantTopics.FeesClaimed]: ({ data, topics: [, asset] }) => {
    if (asset === undefined) throw new MalformedEventError(data)
    return {
      event: 'fees_claimed',
      asset: checksumOf(`0x${asset.slice(26)}`),
      amount: wordAt(data, 0),
    }
  },
  [accountantTopics.Paused]: () => ({ event: 'paused' }),
  [accountantTopics.Unpaused]: () => ({ event: 'unpaused' }),
  [accountantTopics.HighwaterMarkReset]: () => ({ event: 'mark_reset' }),
}

/** Blocks, both ends included; the last one is pinned. */
export type EventRange = { readonly fromBlock: bigint; readonly toBlock: BlockRef }

/**
 * Reads what an accountant reported.
 *
 * @returns in order.
 * @throws what reading logs throws, and MalformedEventError for an event that is too short.
 */
export async function readAccountantEvents(
  chain: Pick<Chain, 'readLogs'>,
  accountant: Address,
  range: EventRange,
): Promise<readonly AccountantEvent[]> {
  const topics = [Object.keys(decoders) as readonly Hex[]]
  const logs = await chain.readLogs({ addresses: [accountant], topics, ...range })
  return logs.map((log) => ({
    block: String(log.blockNumber),
    logIndex: log.logIndex,
    ...decoders[log.topics[0]!]!(log),
  }))
}

function yieldIn({ data }: ChainLog): EventFields {
  return { event: 'yield', amount: wordAt(data, 0), endUnix: wordAt(data, 1) }
}

function wordAt(data: Hex, index: number): string {
  const word = data.slice(2 + 64 * index, 66 + 64 * index)
  if (word.length !== 64) throw new MalformedEventError(data)
  return String(BigInt(`0x${word}`))
}

/** A log has an accountant's topic, and less data than the event. */
export class MalformedEventError extends BaseError {
  override readonly code = 'malformed_event'
  override readonly kind = 'unavailable'

  constructor(data: Hex) {
    super({
      message: `An event of the accountant has ${data.length / 2 - 1} bytes, too few for its topic. Check that the accountant is one.`,
      facts: { bytes: data.length / 2 - 1 },
    })
  }
}
