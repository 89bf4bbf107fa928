import { BaseError } from '@vaultwright/base'
import { type SvmAddress, squadsProgram } from '@vaultwright/svm'
import {
  type SvmCallList,
  type SvmDefinition,
  type SvmSnapshot,
  type SvmVerdict,
  verifySvmTransaction,
} from '@vaultwright/svm-builder'
import type { SvmAccountSource } from './read.ts'

/** A verdict, and the accounts of one slot that it is by. */
type SvmNodeVerdict = { readonly verdict: SvmVerdict; readonly snapshot: SvmSnapshot }

/** The inputs of comparing a transaction, beside the chain. */
type SvmVerifyOptions = {
  readonly definition: SvmDefinition | null
  /** Null for the definition's vault program, else the published one. */
  readonly program: SvmAddress | null
  /** As in the evidence of `verifySvmTransaction`; default: false. */
  readonly allowDurable?: boolean
}

/** Lookup tables first, then the states and digests of the calls that they complete. */
const maxRounds = 3

/**
 * Judges a transaction, or calls without one, by the accounts of a node at one slot.
 *
 * @param given - bytes, calls, or the address of a Squads transaction, whose account the node has.
 * @throws {SquadsTransactionMissingError} when the address is not one of a Squads transaction.
 * @throws what `verifySvmTransaction` throws for bytes that are not a transaction, and the node's.
 */
export async function verifySvmAt(
  node: SvmAccountSource,
  given: Uint8Array | SvmCallList | SvmAddress,
  { program, ...options }: SvmVerifyOptions,
): Promise<SvmNodeVerdict> {
  const settings = { ...options, ...(program === null ? {} : { program }) }
  const bytes = typeof given === 'string' ? await readSquadsAccount(node, given) : given
  let verdict = verifySvmTransaction(bytes, { ...settings, snapshot: null })
  let snapshot: SvmSnapshot = { slot: 0n, accounts: new Map() }
  for (let round = 0; round < maxRounds && verdict.missing.length > 0; round += 1) {
    // All of them again, so that the answer is by one slot.
    snapshot = await node.accountsAt(verdict.needs)
    verdict = verifySvmTransaction(bytes, { ...settings, snapshot })
  }
  return { verdict, snapshot }
}

async function readSquadsAccount(node: SvmAccountSource, address: SvmAddress): Promise<Uint8Array> {
  const { accounts } = await node.accountsAt([address])
  const account = accounts.get(address) ?? null
  if (account?.owner !== squadsProgram) throw new SquadsTransactionMissingError(address, account)
  return account.data
}

/** An address is not the account of a Squads transaction. */
class SquadsTransactionMissingError extends BaseError {
  override readonly code = 'squads_transaction_missing'
  override readonly kind = 'not_found'

  constructor(address: SvmAddress, account: { readonly owner: SvmAddress } | null) {
    const reason = account === null ? 'does not exist' : `belongs to ${account.owner}`
    super({
      message: `The account ${address} ${reason}, so it is not a Squads transaction. Give its transaction's address, not that of the proposal or the multisig.`,
      facts: { address, owner: account?.owner ?? null },
    })
  }
}
