import type { Address, Hex } from '@vaultwright/base'
import { managerErrorSelectors } from '@vaultwright/registry'
import type { AbiValue } from '../abi/abi-value.ts'
import { selectorOf } from '../abi/selector.ts'
import type { ManageCall } from '../call/call.ts'

/** An error that a call of the Manager comes back with, before the chain says it. */
export type PredictedRevert = {
  /** Its name in the ABI, `Error` for a text; null when it is not known: any may come. */
  readonly error: string | null
  /** True if this project gave the name, because no source states the contract's own. */
  readonly isOwnName: boolean
  /** The first 4 bytes of the revert data; null without a name. */
  readonly selector: Hex | null
  /** Its arguments by name; null when they are not known. */
  readonly arguments: Readonly<Record<string, AbiValue>> | null
  /** The call: `[2, 0]` is the first inside the loan that is the third; null for the whole batch. */
  readonly callPath: readonly number[] | null
  /** Calls that the vault has made before, a loan under way among them; the revert undoes them. */
  readonly callsRun: number
  /** The condition in words. */
  readonly when: string
}

/** The place and cause of a revert. */
export type RevertLocation = Pick<PredictedRevert, 'callPath' | 'callsRun' | 'when'>

/** The name and arguments of a revert. */
export type RevertCause = Pick<PredictedRevert, 'error' | 'arguments'> & {
  /** As in the prediction; false by default. */
  readonly isOwnName?: boolean
}

const prefix = 'ManagerWithMerkleVerification__'
const selectors: Readonly<Record<string, Hex>> = managerErrorSelectors

/** Reverts that say the same wherever they happen. */
export const causes = {
  unauthorized: { error: 'Error', arguments: { message: 'UNAUTHORIZED' } },
  paused: { error: `${prefix}Paused`, arguments: {} },
  loanNotExecuted: { error: `${prefix}FlashLoanNotExecuted`, arguments: {} },
  loanTampered: { error: `${prefix}BadFlashLoanIntentHash`, arguments: {} },
  supplyChanged: {
    error: `${prefix}TotalSupplyMustRemainConstantDuringPlatform`,
    arguments: {},
  },
  proofsLength: { error: `${prefix}InvalidManageProofLength`, arguments: {} },
  dataLength: { error: `${prefix}InvalidTargetDataLength`, arguments: {} },
  valuesLength: { error: `${prefix}InvalidValuesLength`, arguments: {} },
  decodersLength: { error: `${prefix}InvalidDecodersAndSanitizersLength`, arguments: {} },
  unsupported: { error: 'BaseDecoderAndSanitizer__FunctionSelectorNotSupported', arguments: {} },
  silent: { error: 'FailedInnerCall', arguments: {} },
  proofUnread: { error: `${prefix}FailedToVerifyManageProof`, arguments: null },
  unknown: { error: null, arguments: null },
} as const satisfies Record<string, RevertCause>

/** Says how the Manager refuses a call whose proof does not lead to the root. */
export function unprovenCause({ target, data, value }: ManageCall): RevertCause {
  return {
    error: causes.proofUnread.error,
    arguments: { target, targetData: data, value },
  }
}

/** Says how an account without code is refused. */
export function codelessCause(target: Address): RevertCause {
  return { error: 'AddressEmptyCode', arguments: { target } }
}

/** Says how a vault refuses to send more of the native coin than it has. */
export function balanceCause(account: Address | undefined): RevertCause {
  return {
    error: 'AddressInsufficientBalance',
    arguments: account === undefined ? null : { account },
  }
}

/** Says how a decoder refuses. A decoder's own errors have no arguments. */
export function decoderCause(error: string | null): RevertCause {
  return { error, arguments: error === null || error === 'Panic' ? null : {} }
}

/** Puts a revert at its place. */
export function revertAt(cause: RevertCause, place: RevertLocation): PredictedRevert {
  const { error, isOwnName = false } = cause
  const selector = error === null ? null : (selectors[error] ?? selectorOf(`${error}()`))
  return { error, isOwnName, selector, arguments: cause.arguments, ...place }
}
