import type { SignatureRefusal, SignedNote } from '@vaultwright/safe'
import type { EffectReasonCode } from './effect/effect-reason.ts'
import type { SimulationReasonCode } from './simulation/simulation-reason.ts'

/** A reason against signing, or a note. */
export type PacketReason = {
  /**
   * `no`: do not sign. `incomplete`: not before this is settled. `condition`: only if its sentence is so.
   * `note`: to be seen.
   */
  readonly weight: 'no' | 'incomplete' | 'condition' | 'note'
  readonly code: PacketReasonCode
  /** The path of the call: `1.0` is the first call of the second; null for the packet as a whole. */
  readonly path: string | null
  /** One sentence for a person, and what to do. */
  readonly message: string
}

type PacketReasonCode =
  | 'call_refused'
  | 'call_unproven'
  | 'call_conditional'
  | 'description_differs'
  | 'batch_empty'
  | 'delegate_call'
  | 'gas_refund'
  | 'gas_field'
  | 'governs'
  | 'approves_hash'
  | 'hash_differs'
  | 'library_without_code'
  | 'hash_not_compared'
  | 'loan_root_assumed'
  | 'manager_differs'
  | 'manager_unknown'
  | 'manager_untied'
  | 'no_manager'
  | 'nonce_differs'
  | 'nothing_proven'
  | 'nonce_used'
  | 'other_chain'
  | 'other_strategist'
  | 'rejection'
  | 'root_block_differs'
  | 'root_block_stated'
  | 'root_missing'
  | 'root_not_on_chain'
  | 'root_unproven'
  | 'root_unset'
  | 'safe_refuses'
  | 'several_vaults'
  | 'signature_note'
  | 'tree_differs'
  | 'tree_unsound'
  | 'two_readings'
  | 'unreadable'
  | 'unsigned_entry'
  | 'value_sent'
  | 'vault_unknown'
  | 'wallet_unknown'
  | EffectReasonCode
  | SimulationReasonCode
  | SignedNote['kind']
  | SignatureRefusal['code']

/** The answer for signers; `conditional` is a Yes for those who know that each condition is so. */
export type PacketAnswer = 'yes' | 'conditional' | 'no' | 'incomplete'

/** Computes the one answer from every reason: it is computed last, in one place. */
export function answerOf(reasons: readonly PacketReason[]): PacketAnswer {
  if (reasons.some(({ weight }) => weight === 'no')) return 'no'
  if (reasons.some(({ weight }) => weight === 'incomplete')) return 'incomplete'
  return reasons.some(({ weight }) => weight === 'condition') ? 'conditional' : 'yes'
}

/** The weight of a layer's note. */
export const noteWeights: { readonly [kind in SignedNote['kind']]: PacketReason['weight'] } = {
  trailing_bytes: 'no',
  unknown_code: 'no',
  not_delegated: 'no',
  zero_target: 'no',
  call_only: 'no',
  may_fail: 'incomplete',
  value_from_sender: 'incomplete',
  refund: 'no',
  unread_method: 'incomplete',
  no_checksum: 'note',
  encoded_method: 'note',
  unread_field: 'note',
  assumed_zero: 'note',
}
