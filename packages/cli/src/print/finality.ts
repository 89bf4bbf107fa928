import { type PinnedCheckpoint, type ProvenFinality, pinnedCheckpoint } from '@vaultwright/finality'
import { checkpointAge } from '../input/node-option.ts'
import type { TextStyle } from '../terminal/style.ts'

/** Prints what is final, by whom, and what that rests on. */
export function* printFinality(
  proven: ProvenFinality,
  style: TextStyle,
  pinned: PinnedCheckpoint | null = pinnedCheckpoint,
): Iterable<string> {
  const { block, final, signers, checkpoint, chainId } = proven
  const by =
    signers === null
      ? 'it is under the checkpoint itself'
      : `${signers.count} of ${signers.of} members signed`
  yield `${style.green('final')}  block ${block.number} ${block.hash} of chain ${chainId}: ${by}, slot ${final.slot}\n`
  const trust =
    pinned?.root === checkpoint.root
      ? `which this release pins: the block of ${pinned.date} that ${pinned.servers.join(' and ')} named`
      : 'which you trust'
  yield style.dim(
    `rests on the checkpoint ${checkpoint.root} (slot ${checkpoint.slot}, ${checkpointAge(proven)} old), ${trust}\n`,
  )
}

/** The same for a program. */
export function finalityJsonOf(proven: ProvenFinality) {
  const { chainId, block, final, signers, checkpoint, periodCount } = proven
  return {
    chainId,
    block: { number: block.number, hash: block.hash },
    final: { slot: final.slot, root: final.root, blockNumber: final.block.number },
    signers: signers === null ? null : { ...signers },
    checkpoint: { ...checkpoint },
    periods: periodCount,
  }
}
