import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import {
  type SafeAccount,
  safeDomainHashOf,
  safeMessageHashOf,
  safeTransactionHashOf,
} from '../transaction.ts'
import {
  hasHighS,
  type OwnerSignature,
  packSignatures,
  parseOwnerSignature,
  recoverOwner,
  type SignedBy,
} from './owner-signature.ts'
import type { ServiceEntry, StatedConfirmation } from './service-entry.ts'

/** A Safe at one block, as the chain states it: the only source of owners, threshold and nonce. */
export type SafeAccountState = SafeAccount & {
  /** The nonce of the next transaction. */
  readonly nonce: bigint
  readonly threshold: number
  readonly owners: readonly Address[]
  /** Contracts that may act for the Safe without any signature. */
  readonly modules: readonly Address[]
  readonly singleton: Address
  /** Zero address for none, as for the next two. */
  readonly guard: Address
  readonly moduleGuard: Address
  readonly fallbackHandler: Address
  readonly blockNumber: bigint
  readonly blockHash: Hex
}

/** Answers of the chain at the block of the account; null where the node could not say. */
export type SignatureReader = {
  /** True if the owner approved the hash on chain. */
  readonly isApproved: (owner: Address, hash: Hex) => Promise<boolean | null>
  /** True if the owner, a contract, accepts the signature. */
  readonly isAccepted: (question: ContractQuestion) => Promise<boolean | null>
  /** True if the Safe itself accepts the packed signatures of as many owners as its threshold. */
  readonly isExecutable: (question: SafeQuestion) => Promise<boolean | null>
}

/** Packed signatures that the Safe is asked about. */
export type SafeQuestion = {
  readonly hash: Hex
  readonly preimage: Hex
  readonly signatures: Hex
}

/** A signature that only the owner's own contract can check. */
export type ContractQuestion = {
  readonly owner: Address
  readonly hash: Hex
  /** The bytes that hash to it, which contracts are asked with up to 1.4.1. */
  readonly preimage: Hex
  readonly payload: Hex
}

/** An entry of a queue with its hash computed again and its signatures checked. */
export type VerifiedEntry = {
  readonly entry: ServiceEntry
  /** Computed from the fields and the account of the chain. */
  readonly hash: Hex
  /** One an owner, each valid at the block. */
  readonly signatures: readonly SignedBy[]
  /** Signatures that count for nothing, each with its reason. */
  readonly refusals: readonly SignatureRefusal[]
  /** The Safe's own word over enough of these signatures: null where there are too few, or the node is silent. */
  readonly isExecutable: boolean | null
}

export type SignatureRefusal = {
  readonly stated: Address
  readonly code:
    | 'signature_malformed'
    | 'signature_of_other'
    | 'signer_not_owner'
    | 'hash_not_approved'
    | 'contract_refuses'
    | 'chain_silent'
    | 'signature_kind'
    | 'signer_twice'
  readonly message: string
}

/**
 * Verifies one entry: computes its hash and finds the owners whose signatures hold.
 *
 * @param account - the Safe at one block.
 * @param reader - answers of the chain at that block.
 * @throws {SafeVersionError} when the account's version hashes by a rule that is not known.
 */
export async function verifyEntry(
  entry: ServiceEntry,
  account: SafeAccountState,
  reader: SignatureReader,
): Promise<VerifiedEntry> {
  const hash = safeTransactionHashOf(entry.transaction, account)
  const [domain, message] = [safeDomainHashOf(account), safeMessageHashOf(entry.transaction)]
  const preimage: Hex = `0x1901${domain.slice(2)}${message.slice(2)}`
  const signatures: SignedBy[] = []
  const refusals: SignatureRefusal[] = []
  for (const stated of entry.confirmations) {
    const result = await verifyConfirmation(stated, { account, hash, preimage, reader })
    if ('code' in result) refusals.push(result)
    else if (!signatures.some(({ owner }) => isSameAddress(owner, result.owner))) {
      signatures.push(result)
    } else {
      const message = `The service lists the signature of ${result.owner} twice: it counts once.`
      refusals.push({ stated: stated.owner, code: 'signer_twice', message })
    }
  }
  const packed = executableSignaturesOf(signatures, account)
  const isExecutable =
    packed === null ? null : await reader.isExecutable({ hash, preimage, signatures: packed })
  return { entry, hash, signatures, refusals, isExecutable }
}

/**
 * Packs the signatures that `execTransaction` takes: of as many owners as the threshold, rising.
 *
 * @returns null where fewer owners signed.
 */
export function executableSignaturesOf(
  signatures: readonly SignedBy[],
  { threshold }: Pick<SafeAccountState, 'threshold'>,
): Hex | null {
  return signatures.length < threshold ? null : packSignatures(signatures.slice(0, threshold))
}

/** True if the service states the hash that its fields have: what it lists is what owners sign. */
export function isHashStated({ entry, hash }: Pick<VerifiedEntry, 'entry' | 'hash'>): boolean {
  return entry.statedHash?.toLowerCase() === hash
}

/** Names signatures that hold, and that other programs may not accept. */
export function signatureNotes({ signatures }: VerifiedEntry): readonly string[] {
  return signatures.flatMap(({ owner, signature }) => [
    ...(hasHighS(signature) ? [`The signature of ${owner} has a high s: Safes accept it.`] : []),
    ...(signature.kind === 'eth_sign'
      ? [`${owner} signed the hash as a message: the device showed no fields.`]
      : []),
  ])
}

type VerificationContext = {
  readonly account: SafeAccountState
  readonly hash: Hex
  readonly preimage: Hex
  readonly reader: SignatureReader
}

async function verifyConfirmation(
  { owner: stated, signature: text }: StatedConfirmation,
  { account, hash, preimage, reader }: VerificationContext,
): Promise<SignedBy | SignatureRefusal> {
  const refuse = (code: SignatureRefusal['code'], message: string) => ({ stated, code, message })
  if (text === null) {
    return refuse('signature_malformed', `The confirmation of ${stated} has no signature.`)
  }
  const signature = tryParse(text)
  if (signature instanceof BaseError) {
    return refuse('signature_malformed', `Stated for ${stated}: ${signature.shortMessage}`)
  }
  const owner = await recoverOwner(signature, hash)
  if (owner === null) {
    const message = `No account can be recovered from the signature stated for ${stated}.`
    return refuse('signature_malformed', message)
  }
  if (!isSameAddress(owner, stated)) {
    const message = `The confirmation is stated for ${stated}, but its signature is of ${owner}.`
    return refuse('signature_of_other', message)
  }
  if (!account.owners.some((known) => isSameAddress(known, owner))) {
    const message = `${owner} signed, but is not an owner at block ${account.blockNumber}.`
    return refuse('signer_not_owner', message)
  }
  if (signature.kind === 'passkey') {
    const message = `${owner} signed with a passkey, which a Safe ${account.version} does not check.`
    return refuse('signature_kind', message)
  }
  const answer = await chainAnswer(signature, { owner, hash, preimage, reader })
  if (answer === null) {
    const message = `The node cannot say whether the signature of ${owner} holds at block ${account.blockNumber}.`
    return refuse('chain_silent', message)
  }
  if (answer) return { owner, signature }
  return signature.kind === 'contract'
    ? refuse('contract_refuses', `The contract ${owner} does not accept the signature.`)
    : refuse('hash_not_approved', `${owner} has not approved the hash on chain.`)
}

async function chainAnswer(
  signature: OwnerSignature,
  {
    owner,
    hash,
    preimage,
    reader,
  }: Omit<VerificationContext, 'account'> & { readonly owner: Address },
): Promise<boolean | null> {
  if (signature.kind === 'approved_hash') return reader.isApproved(owner, hash)
  if (signature.kind !== 'contract') return true
  return reader.isAccepted({ owner, hash, preimage, payload: signature.payload })
}

function tryParse(text: Hex): OwnerSignature | BaseError {
  try {
    return parseOwnerSignature(text)
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
}
