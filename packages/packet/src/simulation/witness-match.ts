import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { Witness } from '@vaultwright/proof'

/** One call as it is signed; null where that is not known. */
export type SignedTransaction = {
  readonly chainId: number | null
  /** The caller: for a Manager's batch the strategist. */
  readonly from: Address | null
  readonly to: Address | null
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
}

/** The compared part of a witness. */
type WitnessedCall = Pick<Witness, 'chainId' | 'request'>

/** A field in which a witness and a signed call can differ. */
export type WitnessField = 'chainId' | 'from' | 'to' | 'data' | 'value'

/** A difference between a witness and the signed call. */
export type WitnessDifference = {
  readonly field: WitnessField
  /** One sentence with both values. */
  readonly message: string
}

/** The comparison of a witness with the very call that is signed. */
export type WitnessMatch =
  | {
      readonly ok: true
      /** Fields that the packet does not name, so that nothing was compared. */
      readonly unknown: readonly WitnessField[]
    }
  | { readonly ok: false; readonly differences: readonly WitnessDifference[] }

/**
 * Compares the transaction that a witness simulates with the one that is signed, field by field.
 *
 * @param call - as it is signed; a field that is null is not compared.
 * @returns every field that differs, or those that could not be compared.
 */
export function matchWitness(call: SignedTransaction, witness: WitnessedCall): WitnessMatch {
  const differences = [
    ...chainDifference(call, witness),
    ...accountDifference('to', call.to, witness.request.to),
    ...accountDifference('from', call.from, witness.request.from),
    ...valueDifference(call, witness),
    ...dataDifference(call, witness),
  ]
  if (differences.length > 0) return { ok: false, differences }
  const names = ['chainId', 'from', 'to'] as const
  return { ok: true, unknown: names.filter((name) => call[name] === null) }
}

function chainDifference(
  { chainId }: SignedTransaction,
  witness: WitnessedCall,
): readonly WitnessDifference[] {
  if (chainId === null || chainId === witness.chainId) return []
  const message = `chainId: the witness is of chain ${witness.chainId}, and chain ${chainId} is signed for.`
  return [{ field: 'chainId', message }]
}

const actors = { to: 'calls', from: 'is made by' } as const

function accountDifference(
  field: 'to' | 'from',
  signed: Address | null,
  witnessed: Address,
): readonly WitnessDifference[] {
  if (signed === null || isSameAddress(signed, witnessed)) return []
  const word = actors[field]
  const message = `${field}: the simulated call ${word} ${witnessed}, and the signed one ${word} ${signed}.`
  return [{ field, message }]
}

function valueDifference(
  { value }: SignedTransaction,
  { request }: WitnessedCall,
): readonly WitnessDifference[] {
  if (value === request.value) return []
  const message = `value: the simulated call sends ${request.value} wei, and the signed one ${value} wei.`
  return [{ field: 'value', message }]
}

function dataDifference(
  { data }: SignedTransaction,
  { request }: WitnessedCall,
): readonly WitnessDifference[] {
  const [signed, witnessed] = [data.toLowerCase(), request.data.toLowerCase()]
  if (signed === witnessed) return []
  const shorter = Math.min(signed.length, witnessed.length)
  let place = 2
  while (place < shorter && signed[place] === witnessed[place]) place++
  const sizes = `${witnessed.length / 2 - 1} bytes are simulated, ${signed.length / 2 - 1} are signed`
  const message = `data: other calldata was simulated than is signed. It differs from byte ${place / 2 - 1 - (place % 2) / 2} on; ${sizes}.`
  return [{ field: 'data', message }]
}
