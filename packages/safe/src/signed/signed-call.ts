import type { Address, BaseError, Hex } from '@vaultwright/base'
import type { SafeOperation } from '../operation.ts'

/**
 * Something that people sign, opened: a call, and the calls that it makes.
 *
 * `kind` says what it is. Facts are what the layer says besides its calls.
 */
export type SignedCall = SignedLayer & {
  /** The called account; null if the input does not say. */
  readonly to: Address | null
  /** Wei. */
  readonly value: bigint
  readonly operation: SafeOperation
  /** Calldata; `0x` for a document, whose calls are its children. */
  readonly data: Hex
  /** The calls that it makes, in order. */
  readonly children: readonly SignedCall[]
  /** Notes for the person who signs. */
  readonly notes: readonly SignedNote[]
  /** Why the calls inside cannot be read; null where they were, or where there are none. */
  readonly problem: BaseError | null
}

/** A layer and its content. */
export type SignedLayer =
  | { readonly kind: 'safe_batch'; readonly facts: SafeBatchFacts }
  | { readonly kind: 'safe_transaction'; readonly facts: SafeTransactionFacts }
  | { readonly kind: 'multi_send'; readonly facts: MultiSendFacts }
  | { readonly kind: 'multicall'; readonly facts: MulticallFacts }
  | { readonly kind: 'timelock'; readonly facts: TimelockFacts }
  | { readonly kind: 'manager_batch'; readonly facts: NoFacts }
  | { readonly kind: 'admin_call'; readonly facts: AdminFacts }
  | { readonly kind: 'call'; readonly facts: NoFacts }

/** The facts of a batch file of the transaction builder. */
export type SafeBatchFacts = {
  /** Null when the file names none. */
  readonly safe: Address | null
  readonly chainId: number
  /** As its author wrote it. */
  readonly name: string
}

/** The facts of a Safe transaction beside its call; null where the form does not say it. */
export type SafeTransactionFacts = {
  readonly safe: Address | null
  readonly chainId: number | null
  /** True if the signature holds on one chain alone, as from 1.3.0 on. */
  readonly isChainBound: boolean | null
  readonly nonce: bigint | null
  readonly safeTxGas: bigint
  readonly baseGas: bigint
  readonly gasPrice: bigint
  readonly gasToken: Address
  readonly refundReceiver: Address
  /** Of `execTransaction` alone. */
  readonly signatures: Hex | null
  /** The hash that the form itself states. */
  readonly statedHash: Hex | null
}

/** The facts about a MultiSend library. */
export type MultiSendFacts = {
  /** Its name and version; null when the address is of none that is known. */
  readonly library: string | null
}

/** The facts of a call of Multicall3. */
export type MulticallFacts = {
  /** Its function, as in `aggregate3Value`. */
  readonly function: string
  /** The places of calls whose failure leaves the others as they are. */
  readonly mayFail: readonly number[]
}

/** The facts of a timelock's call beside its calls. */
export type TimelockFacts = {
  readonly act: 'schedule' | 'execute'
  readonly isBatch: boolean
  readonly id: Hex
  readonly predecessor: Hex
  readonly salt: Hex
  readonly delaySeconds: bigint | null
}

/** The facts of a call that governs a vault, a Safe or a timelock. */
export type AdminFacts = {
  /** `setManageRoot(address,bytes32)`. */
  readonly signature: string
  /** The contracts that have this function: its selector says no more. */
  readonly contracts: readonly string[]
  /** By name, in order; tuples and lists as they are. */
  readonly arguments: { readonly [name: string]: unknown }
}

/** A layer that says nothing else. */
export type NoFacts = { readonly [name: string]: never }

/** A note on a layer for the person who signs. */
export type SignedNote = {
  readonly kind:
    | 'trailing_bytes'
    | 'unknown_code'
    | 'not_delegated'
    | 'zero_target'
    | 'call_only'
    | 'may_fail'
    | 'value_from_sender'
    | 'refund'
    | 'no_checksum'
    | 'encoded_method'
    | 'unread_method'
    | 'unread_field'
    | 'assumed_zero'
  /** One sentence for a person. */
  readonly message: string
}

/** The target of a call and its operation. */
export type SignedTarget = {
  readonly to: Address | null
  readonly value: bigint
  readonly operation: SafeOperation
}

/** Makes the note of bytes that follow the arguments of a call; none where nothing follows. */
export function trailingNotes(
  trailing: { readonly at: number; readonly bytes: Hex } | null,
): readonly SignedNote[] {
  if (trailing === null) return []
  const { at: offset, bytes } = trailing
  const size = bytes.length / 2 - 1
  const count = size === 1 ? '1 byte follows' : `${size} bytes follow`
  const shown = bytes.length > 66 ? `${bytes.slice(0, 66)}…` : bytes
  const message = `${count} the arguments, from byte ${offset}. The chain ignores what stands there: ${shown}`
  return [{ kind: 'trailing_bytes', message }]
}

/**
 * Lists a call and all calls inside, each with its path: `[1, 0]` is the first call of the second.
 *
 * @returns outer calls before inner ones.
 */
export function signedCallsOf(
  call: SignedCall,
  path: readonly number[] = [],
): readonly { readonly path: readonly number[]; readonly call: SignedCall }[] {
  const inner = call.children.flatMap((child, index) => signedCallsOf(child, [...path, index]))
  return [{ path, call }, ...inner]
}
