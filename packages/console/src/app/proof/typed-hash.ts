import type { Hex } from '@vaultwright/base'
import type { ReplayedWitness } from '@vaultwright/check'
import type { ProvenFinality } from '@vaultwright/finality'

/** The hash of a block as a person typed or pasted it. */
export type TypedHash = {
  readonly text: string
  /** 32 bytes, lower case; null while it is not whole. */
  readonly hash: Hex | null
  /** The problem of the text; null while it is valid, or is only short. */
  readonly problem: string | null
  /** Hex digits so far, lower case. */
  readonly digits: string
  /** The person read it, or the checkpoint that it follows from, elsewhere than in this page and what brought the file. */
  readonly isFromElsewhere: boolean
  /** The proof that the block is final; null where its hash was typed. */
  readonly final: ProvenFinality | null
}

/** The proof of a replay: from a hash of another source, from one that came with the file, or nothing. */
export type ProofMark = 'final' | 'proven' | 'brought' | 'unknowable'

const length = 64

/** Nothing typed yet. */
export const noHash: TypedHash = typedHashOf('', false)

/**
 * Reads what was typed: with or without 0x, in any case, apart by spaces as explorers and devices show it.
 */
export function typedHashOf(text: string, isFromElsewhere: boolean): TypedHash {
  const digits = text
    .replace(/[\s\u200b\ufeff]+/g, '')
    .replace(/^0x/i, '')
    .toLowerCase()
  const foreign = /[^0-9a-f]/u.exec(digits)?.[0] ?? null
  const problem =
    foreign !== null
      ? `${JSON.stringify(foreign)} is not a hex digit. Give 0x and 64 hex digits.`
      : digits.length > length
        ? `It has ${digits.length} digits. The hash of a block has 64.`
        : null
  const isWhole = problem === null && digits.length === length
  return {
    text,
    hash: isWhole ? `0x${digits}` : null,
    problem,
    digits,
    isFromElsewhere,
    final: null,
  }
}

/** The hash of a block that a finality file proves; it counts as much as the checkpoint. */
export function finalHashOf(final: ProvenFinality, isFromElsewhere: boolean): TypedHash {
  return { ...typedHashOf(final.block.hash, isFromElsewhere && !final.checkpoint.isOld), final }
}

/** Digits in groups of four, as they are compared with a second device. */
export function groupsOf(digits: string): readonly string[] {
  return digits.match(/.{1,4}/gu) ?? []
}

/** The worth of a replay under a typed hash. */
export function markOf(
  { isFromElsewhere, final }: TypedHash,
  { unknowable }: Pick<ReplayedWitness, 'unknowable'>,
): ProofMark {
  if (unknowable.length > 0) return 'unknowable'
  if (!isFromElsewhere) return 'brought'
  return final === null ? 'proven' : 'final'
}
