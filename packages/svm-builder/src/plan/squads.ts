import { BaseError } from '@vaultwright/base'
import {
  computeBudgetProgram,
  decodeSquadsMultisig,
  type Instruction,
  type Message,
  type SvmAddress,
  squadsProposalInstructions,
  squadsProposalOf,
  squadsTransactionOf,
  squadsVaultOf,
} from '@vaultwright/svm'
import { accountIn, type SvmSnapshot } from '../permission/snapshot.ts'

/** The proposer of calls to the members of a Squads multisig. */
export type SvmProposer = {
  readonly multisig: SvmAddress
  /** The index of the multisig's vault that signs the calls: 0 to 255. */
  readonly vaultIndex: number
  /** A member that may initiate: it signs, pays the fee, and pays the rent of two accounts. */
  readonly creator: SvmAddress
}

/** A multisig as it was read, and where its next transaction stands. */
export type SvmSquads = SvmProposer & {
  /** Signs the calls. */
  readonly vault: SvmAddress
  /** Of the next transaction. */
  readonly nextIndex: bigint
  /** The number of approvals it needs. */
  readonly threshold: number
  /** Between approval and execution · seconds. */
  readonly timeLockSeconds: number
}

/** The place of a proposal once it is sent. */
export type SquadsProposalRef = {
  readonly index: bigint
  /** The account that holds the calls: `solana verify` judges it. */
  readonly transactionAddress: SvmAddress
  /** The account that counts the votes. */
  readonly proposalAddress: SvmAddress
}

/**
 * Reads a multisig that calls are proposed to.
 *
 * @param snapshot - with the account of the multisig.
 * @throws {SquadsRefusedError} when it does not exist, or the creator may not propose.
 * @throws {ForeignAccountError} {UnknownLayoutError} {MalformedAccountError} when it is another account.
 */
export function svmSquadsOf(snapshot: SvmSnapshot, proposer: SvmProposer): SvmSquads {
  const { multisig, vaultIndex, creator } = proposer
  const account = accountIn(snapshot, multisig)
  if (account === null) throw new SquadsRefusedError(multisig, 'does not exist')
  const { members, transactionIndex, threshold, timeLockSeconds } = decodeSquadsMultisig(account)
  const member = members.find(({ key }) => key === creator)
  if (member === undefined) throw new SquadsRefusedError(multisig, `has no member ${creator}`)
  if (!member.mayInitiate)
    throw new SquadsRefusedError(multisig, `does not let ${creator} propose anything`)
  const vault = squadsVaultOf(multisig, vaultIndex)
  return { ...proposer, vault, nextIndex: transactionIndex + 1n, threshold, timeLockSeconds }
}

/**
 * Makes the message in which the creator proposes calls: of a plan, or of a built transaction whose strategist is the
 * multisig's vault. What states compute units is left out: a multisig cannot call it.
 *
 * @param place - how many proposals of the same multisig come before it.
 * @returns the message, and where its calls will stand; `encodeTransaction` writes it.
 * @throws {SquadsSignerError} when the calls need another signature than the vault's.
 */
export function squadsMessageOf(
  instructions: readonly Instruction[],
  squads: SvmSquads,
  { lifetime, place }: { readonly lifetime: string; readonly place: number },
): { readonly message: Message; readonly proposal: SquadsProposalRef } {
  const { multisig, creator, nextIndex } = squads
  const index = nextIndex + BigInt(place)
  const calls = instructions.filter(({ program }) => program !== computeBudgetProgram)
  return {
    message: {
      version: 0,
      feePayer: creator,
      lifetime,
      instructions: squadsProposalInstructions({ ...squads, index, instructions: calls }),
      config: null,
      lookupTables: [],
    },
    proposal: {
      index,
      transactionAddress: squadsTransactionOf(multisig, index),
      proposalAddress: squadsProposalOf(multisig, index),
    },
  }
}

/** A multisig cannot be proposed to. */
export class SquadsRefusedError extends BaseError {
  override readonly code = 'squads_refused'
  override readonly kind = 'not_permitted'

  constructor(multisig: SvmAddress, reason: string) {
    super({
      message: `The Squads multisig ${multisig} ${reason}. Check the multisig, its vault's index and the creator.`,
      facts: { multisig, reason },
    })
  }
}
