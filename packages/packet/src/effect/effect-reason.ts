import { droneTargetOf } from '@vaultwright/manager'
import {
  actionsOfCall,
  type CallContext,
  type CallDescription,
  type DescribedArgument,
  isOperatorCall,
  type ReadableCall,
} from '@vaultwright/protocols'
import { type ApprovalCall, approvalIn, isUnlimited, needOf } from './approval.ts'

/** The effects that a batch leaves to others. */
export type EffectReason = {
  readonly weight: 'condition' | 'note'
  readonly code: EffectReasonCode
  /** The call. */
  readonly path: string
  readonly message: string
}

export type EffectReasonCode = 'approval_lasting' | 'approval_unlimited' | 'receiver_not_vault'

/** A call of a batch, with what it does. */
export type EffectCall = {
  /** In the whole packet. */
  readonly path: string
  readonly call: ReadableCall
  readonly description: CallDescription
}

/**
 * Says what a batch leaves to others: approvals without a limit or that nothing of the batch uses up, powers over what
 * the vault holds, and receivers that are not the vault. A tree permits them; whether they are meant, signers know.
 *
 * @param calls - in the order in which they run, those inside flash loans behind their loan.
 */
export function effectReasons(
  calls: readonly EffectCall[],
  { vault }: Pick<CallContext, 'vault'>,
): readonly EffectReason[] {
  return calls.flatMap(({ path, call, description }, index) => {
    const approval = approvalIn(call)
    const later = calls.slice(index + 1).map((each) => each.call)
    return [
      ...(approval === null
        ? []
        : approvalReasons(approval, { path, later: ofActor(call, later) })),
      ...powerReasons(description, path),
      ...(vault === null ? [] : receiverReasons(description, path)),
    ]
  })
}

/** Calls of the same account: the vault, or one drone. */
function ofActor(call: ReadableCall, others: readonly ReadableCall[]): readonly ReadableCall[] {
  const actorOf = ({ data, target }: ReadableCall) =>
    droneTargetOf(data) === null ? '' : target.toLowerCase()
  return others.filter((each) => actorOf(each) === actorOf(call))
}

function approvalReasons(
  approval: ApprovalCall,
  { path, later }: { readonly path: string; readonly later: readonly ReadableCall[] },
): readonly EffectReason[] {
  const { token, spender, amount } = approval
  if (amount === 0n) return []
  if (isUnlimited(approval)) {
    const message = `${spender} may take all of the token ${token}, now and later: the approval has no limit.`
    return [{ weight: 'condition', code: 'approval_unlimited', path, message }]
  }
  const need = needOf(approval, later.flatMap(actionsOfCall))
  if (need === 'needed') return []
  const message =
    need === 'open'
      ? `The calldata does not show that later calls use up what ${spender} may take of the token ${token}: ${amount} base units.`
      : `${spender} may take ${amount} base units of the token ${token} later: no call of the batch uses the approval up.`
  return [
    { weight: need === 'open' ? 'note' : 'condition', code: 'approval_lasting', path, message },
  ]
}

/** Functions that let an account act for the vault, unless the call takes the power back. */
function powerReasons(
  { signature, arguments: args, target }: CallDescription,
  path: string,
): readonly EffectReason[] {
  if (signature === null || !isOperatorCall({ args: [], leaf: { signature } })) return []
  if (args.some(({ value }) => value === false)) return []
  const accounts = args.flatMap(({ type, value }) => (type === 'address' ? [String(value)] : []))
  const message = `${accounts.join(', ')} may act for the vault at ${target}, now and later: ${signature}.`
  return [{ weight: 'condition', code: 'approval_lasting', path, message }]
}

const isOutside = ({ mark }: DescribedArgument) =>
  mark === 'other_account' || mark === 'free_recipient'

function receiverReasons(
  { arguments: args }: CallDescription,
  path: string,
): readonly EffectReason[] {
  return args.filter(isOutside).map((argument) => {
    const message = `${String(argument.value)} is not the vault, and receives, owns or is acted for (${argument.path}).`
    return { weight: 'condition', code: 'receiver_not_vault', path, message }
  })
}
