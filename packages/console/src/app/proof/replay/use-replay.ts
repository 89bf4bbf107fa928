import type { Hex } from '@vaultwright/base'
import type { ReplayedWitness } from '@vaultwright/check'
import { useEffect, useState } from 'react'
import { askReplay } from './ask-replay.ts'
import type { ReplayInput } from './replay-question.ts'

/** The progress of a replay. */
export type ReplayState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  /** No outcome: the witness is damaged, of another block, or takes too long. */
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'replayed'; readonly replay: ReplayedWitness }

type Settled = { readonly input: ReplayInput; readonly state: ReplayState }

/**
 * Runs the simulation of a witness again as soon as the block's hash is there.
 *
 * @param witness - text of the file; null while there is none.
 * @param hash - as a person gave it, never from the file; null while it is not whole.
 */
export function useReplay(witness: string | null, hash: Hex | null): ReplayState {
  const [settled, setSettled] = useState<Settled | null>(null)
  useEffect(() => {
    if (witness === null || hash === null) return
    let isCurrent = true
    const input = { witness, blockHash: hash }
    const settle = (state: ReplayState) => {
      if (isCurrent) setSettled({ input, state })
    }
    askReplay({ kind: 'replay', ...input }).then(
      (replay) => settle({ kind: 'replayed', replay }),
      (error: unknown) => settle({ kind: 'refused', error }),
    )
    return () => {
      isCurrent = false
    }
  }, [witness, hash])
  if (witness === null || hash === null) return { kind: 'waiting' }
  const isSame = settled?.input.witness === witness && settled.input.blockHash === hash
  return isSame ? settled.state : { kind: 'running' }
}
