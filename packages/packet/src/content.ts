import { type Address, type Hex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import type { SignedCall } from '@vaultwright/safe'

/** Keeps the hash apart from every other hash of a JSON text. */
const domainTag = 'vaultwright packet 2\n'
const encoder = new TextEncoder()

/** Chain and account of a transaction, for a document that does not say them; null where they are not known. */
export type TransactionTarget = {
  readonly chainId: number | null
  /** The account that is called. */
  readonly to: Address | null
}

/**
 * Computes the short name of a transaction that signers read to each other: 32 bytes over chain, account, value and
 * data of each call, and over the terms of a Safe that are not ordinary.
 *
 * A batch file, a Safe transaction, evidence, a simulation and the calldata itself give the same hash. The nonce is not
 * in it: the hashes of the wallet hold it.
 *
 * @param place - for what the document does not say.
 */
export function contentHashOf(call: SignedCall, place: TransactionTarget): Hex {
  return printHex(keccak256(encoder.encode(`${domainTag}${canonicalTextOf(call, place)}`)))
}

/** Computes the content hash of one call, as `contentHashOf` does of the file that brings it. */
export function callHashOf(call: {
  readonly chainId: number | null
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}): Hex {
  const { chainId, ...content } = call
  const plain = { ...content, operation: 'call', kind: 'call', facts: {}, children: [], notes: [] }
  return contentHashOf({ ...plain, problem: null } as SignedCall, { chainId, to: null })
}

/** Makes the canonical text of a transaction: keys in order, no space, amounts as decimal texts. */
function canonicalTextOf(call: SignedCall, place: TransactionTarget): string {
  const calls = signedCallsIn(call)
  const chain = chainIn(call) ?? place.chainId
  const isOne = calls.length === 1
  return canonicalJson({
    chain,
    calls: calls.map(({ to, value, operation, data }) => {
      const account = to ?? (isOne ? place.to : null)
      return { to: account?.toLowerCase(), value, operation, data: data.toLowerCase() }
    }),
    terms: termsIn(call),
  })
}

/**
 * Prints a value as JSON in its one canonical form.
 *
 * @param value - of objects, lists, texts, numbers, booleans, null and whole numbers of any size.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const rows = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([key], [other]) => (key < other ? -1 : 1))
  return `{${rows.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}

/** The calls that a Safe makes, whatever holds them; a library that is not known is itself what is called. */
function signedCallsIn(call: SignedCall): readonly SignedCall[] {
  const isHolder =
    call.kind === 'safe_batch' ||
    (call.kind === 'safe_transaction' && call.children.length > 0) ||
    (call.kind === 'multi_send' && call.facts.library !== null) ||
    (call.kind === 'multicall' && isWholeAsSafe(call))
  return isHolder && call.problem === null ? call.children.flatMap(signedCallsIn) : [call]
}

/** True if Multicall3 makes every call as the Safe, and none may fail on its own. */
function isWholeAsSafe({
  operation,
  facts,
}: Extract<SignedCall, { readonly kind: 'multicall' }>): boolean {
  return operation === 'delegatecall' && facts.mayFail.length === 0
}

function chainIn({ kind, facts }: SignedCall): number | null {
  const isStated = kind === 'safe_batch' || kind === 'safe_transaction'
  return isStated ? (facts.chainId ?? null) : null
}

/** Gas and refund of a Safe transaction as far as they are not zero: nothing that is signed is left out. */
function termsIn(call: SignedCall): unknown {
  if (call.kind !== 'safe_transaction') return undefined
  const { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = call.facts
  const terms = { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver }
  const unusual = Object.entries(terms).filter(([, value]) => BigInt(value) !== 0n)
  if (unusual.length === 0) return undefined
  return Object.fromEntries(unusual.map(([key, value]) => [key, String(value).toLowerCase()]))
}
