import { type PinnedCheckpoint, type ProvenFinality, pinnedCheckpoint } from '@vaultwright/finality'
import { checkpointAge } from '../input/node-option.ts'
import type { TextStyle } from '../terminal/style.ts'

/** Prints what is final, by whom, and what that rests on. */
export function* printFinality(
  proven: ProvenFinality,
  style: TextStyle,
  pinned: PinnedCheckpoint | null = pinnedCheckpoint,
): Iterable<string> {
  const { block, final, signers, checkpoint, chainId, rollup } = proven
  const by =
    signers === null
      ? 'it is under the checkpoint itself'
      : `${signers.count} of ${signers.of} members signed`
  yield rollup === null
    ? `${style.green('final')}  block ${block.number} ${block.hash} of chain ${chainId}: ${by}, slot ${final.slot}\n`
    : `${style.green('confirmed')}  block ${block.number} ${block.hash} of chain ${chainId}, as of block ${final.block.number} of chain ${rollup.under}: ${by}, slot ${final.slot}\n`
  if (rollup !== null) {
    yield `the newest block that the rollup's contracts confirmed there is ${rollup.confirmed.number}, made ${rollupAge(rollup.ageSeconds)} ago: not the rollup's current state\n`
  }
  const trust =
    pinned?.root === checkpoint.root
      ? `which this release pins: the block of ${pinned.date} that ${pinned.servers.join(' and ')} named`
      : 'which you trust'
  yield style.dim(
    `rests on the checkpoint ${checkpoint.root} (slot ${checkpoint.slot}, ${checkpointAge(proven)} old), ${trust}\n`,
  )
}

/** The age of a confirmed block in whole hours, or days from two on. */
function rollupAge(seconds: bigint): string {
  const hours = seconds / 3600n
  if (hours >= 48n) return `${hours / 24n} days`
  return hours === 1n ? '1 hour' : `${hours} hours`
}

/** The same for a program. */
export function finalityJsonOf(proven: ProvenFinality) {
  const { chainId, block, final, signers, checkpoint, periodCount, rollup } = proven
  return {
    chainId,
    block: { number: block.number, hash: block.hash },
    final: { slot: final.slot, root: final.root, blockNumber: final.block.number },
    rollup:
      rollup === null
        ? null
        : {
            under: rollup.under,
            confirmed: { number: rollup.confirmed.number, hash: rollup.confirmed.hash },
            ageSeconds: rollup.ageSeconds,
            lagSeconds: rollup.lagSeconds,
          },
    signers: signers === null ? null : { ...signers },
    checkpoint: { ...checkpoint },
    periods: periodCount,
  }
}
