import { printFinalityFile } from '@vaultwright/finality'
import { chainOf } from '@vaultwright/registry'
import { type FinalityData, printTime } from '@vaultwright/wire'
import type { ServedFinality } from '../node/finality-service.ts'

/** Writes a final block and its proof. @param chain - slug. */
export function finalityOf({ file, proven, network }: ServedFinality, chain: string): FinalityData {
  const { block, final, checkpoint, signers, chainId, periodCount, rollup } = proven
  const { genesisTime, secondsPerSlot } = network
  return {
    chain,
    chain_id: chainId,
    block_number: Number(block.number),
    block_hash: block.hash,
    final_slot: Number(final.slot),
    final_root: final.root,
    final_block_number: Number(final.block.number),
    final_block_at: printTime(final.timestamp),
    signer_count: signers?.count ?? null,
    checkpoint_root: checkpoint.root,
    checkpoint_slot: Number(checkpoint.slot),
    checkpoint_at: printTime(genesisTime + checkpoint.slot * secondsPerSlot),
    period_count: periodCount,
    rollup:
      rollup === null
        ? null
        : {
            under: chainOf(rollup.under)!.slug,
            confirmed_block_number: Number(rollup.confirmed.number),
            confirmed_block_hash: rollup.confirmed.hash,
            confirmed_at: printTime(rollup.confirmed.timestamp),
            age_seconds: Number(rollup.ageSeconds),
          },
    finality_file: printFinalityFile(file),
  }
}
