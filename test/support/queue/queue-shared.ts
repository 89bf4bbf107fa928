import { type BullQueue, openBullQueue } from '@vaultwright/indexer'

/** Opens a queue as the indexer does, but impatient, so that tests need not wait. */
export function openSharedQueue(
  url: string,
  name: string,
  onProblem: (problem: string) => void = () => {},
): Promise<BullQueue> {
  return openBullQueue({
    url,
    name,
    onProblem,
    chains: ['local', 'mainnet'],
    perMinute: () => null,
    times: { lockMs: 1_000, stalledMs: 500, keepMs: 500, closeMs: 5_000 },
  })
}
