import type { SvmAddress } from '@vaultwright/svm'
import {
  type SvmDefinition,
  type SvmSnapshot,
  type SvmVerdict,
  verifySvmTransaction,
} from '@vaultwright/svm-builder'
import type { SvmAccountSource } from './read.ts'

/** A verdict, and the accounts of one slot that it is by. */
export type SvmNodeVerdict = { readonly verdict: SvmVerdict; readonly snapshot: SvmSnapshot }

/** What a transaction is compared with, beside the chain. */
export type SvmVerifyOptions = {
  readonly definition: SvmDefinition | null
  /** Null for the definition's vault program, else the published one. */
  readonly program: SvmAddress | null
  /** As in the evidence of `verifySvmTransaction`; default: false. */
  readonly allowDurable?: boolean
}

/** Lookup tables first, then the states and digests of the calls that they complete. */
const mostRounds = 3

/**
 * Judges a transaction by the accounts of a node at one slot.
 *
 * @throws what `verifySvmTransaction` throws for bytes that are not a transaction, and the node's.
 */
export async function verifySvmAt(
  node: SvmAccountSource,
  bytes: Uint8Array,
  { program, ...options }: SvmVerifyOptions,
): Promise<SvmNodeVerdict> {
  const settings = { ...options, ...(program === null ? {} : { program }) }
  let verdict = verifySvmTransaction(bytes, { ...settings, snapshot: null })
  let snapshot: SvmSnapshot = { slot: 0n, accounts: new Map() }
  for (let round = 0; round < mostRounds && verdict.missing.length > 0; round += 1) {
    // All of them again, so that the answer is by one slot.
    snapshot = await node.accountsAt(verdict.needs)
    verdict = verifySvmTransaction(bytes, { ...settings, snapshot })
  }
  return { verdict, snapshot }
}
