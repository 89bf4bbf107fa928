import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { encodeAbiParameters, hashMessage, hashTypedData, parseAbiParameters } from 'viem'
import { readJsonText } from '../json-text.ts'
import { type SafeAccount, safeDomainHashOf } from '../transaction.ts'
import { type DocumentRow, isRow, SignedDocumentError } from './document-field.ts'

/** A message that a Safe signs for others to ask about, as EIP-1271 has it. */
export type SafeMessage = {
  /** The form of the message: a text, or typed data of EIP-712. */
  readonly kind: 'text' | 'typed_data'
  /** The text; null for typed data. */
  readonly text: string | null
  /** The primary type of typed data; null for a text. */
  readonly primaryType: string | null
  /** The domain and the fields of typed data, as its author wrote them; null for a text. */
  readonly domain: DocumentRow | null
  readonly fields: DocumentRow | null
  /** The hash that others ask the Safe about: of EIP-191 or of EIP-712, 32 bytes. */
  readonly dataHash: Hex
}

/** The hashes of a message: wallets show the first two, the Safe and its service the third. */
export type SafeMessageHashes = {
  readonly domain: Hex
  readonly message: Hex
  readonly safeMessage: Hex
}

const messageType = 'SafeMessage(bytes message)'
const hash = (bytes: Uint8Array): Hex => printHex(keccak256(bytes))
const messageTypeHash = hash(new TextEncoder().encode(messageType))

/**
 * Reads a message: JSON of typed data, or a text for everything else.
 *
 * @throws {SignedDocumentError} when typed data has a part that nothing hashes, or cannot be hashed.
 */
export function openSafeMessage(text: string): SafeMessage {
  const json = readJsonText(text)
  const value = json.ok ? json.value : null
  if (!isRow(value) || !('primaryType' in value) || !('types' in value)) {
    if (!json.ok && text.trimStart().startsWith('{')) throw new SignedDocumentError('', json.why)
    const dataHash = hashMessage(text)
    return { kind: 'text', text, primaryType: null, domain: null, fields: null, dataHash }
  }
  const { types, domain, primaryType, message: fields } = value
  if (!isRow(types) || !isRow(domain) || !isRow(fields) || typeof primaryType !== 'string') {
    throw new SignedDocumentError('The typed data', 'lacks types, domain, primaryType or message')
  }
  if (primaryType === 'SafeTx') {
    throw new SignedDocumentError('primaryType', 'is SafeTx, a transaction: read it with safe hash')
  }
  if (primaryType === 'SafeMessage') {
    const reason =
      'is SafeMessage, which names the hash of a message and not the message: give that'
    throw new SignedDocumentError('primaryType', reason)
  }
  assertKnownKeys(value, ['types', 'domain', 'primaryType', 'message'], 'The typed data')
  assertHashed(types, { type: primaryType, value: fields, place: 'message' })
  if (types.EIP712Domain !== undefined) {
    assertHashed(types, { type: 'EIP712Domain', value: domain, place: 'domain' })
  } else {
    assertKnownKeys(domain, domainNames, 'domain')
  }
  try {
    const dataHash = hashTypedData({ types, domain, primaryType, message: fields } as never)
    return { kind: 'typed_data', text: null, primaryType, domain, fields, dataHash }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : 'is not typed data'
    throw new SignedDocumentError('The typed data', `cannot be hashed: ${reason}`)
  }
}

/**
 * Hashes a message the way the owners of a Safe sign it.
 *
 * Source: CompatibilityFallbackHandler of the Safe contracts, `encodeMessageDataForSafe` and `isValidSignature`.
 *
 * @throws errors as `safeDomainHashOf`.
 */
export function safeMessageHashesOf(dataHash: Hex, account: SafeAccount): SafeMessageHashes {
  const domain = safeDomainHashOf(account)
  const encoded = encodeAbiParameters(parseAbiParameters('bytes32'), [dataHash])
  const inner = hash(parseHex(encoded))
  const struct = encodeAbiParameters(parseAbiParameters('bytes32, bytes32'), [
    messageTypeHash,
    inner,
  ])
  const message = hash(parseHex(struct))
  const safeMessage = hash(parseHex(`0x1901${domain.slice(2)}${message.slice(2)}`))
  return { domain, message, safeMessage }
}

const domainNames = ['name', 'version', 'chainId', 'verifyingContract', 'salt'] as const

type Part = { readonly type: string; readonly value: unknown; readonly place: string }

/** Every field is of a type, and none is missing: what is shown is what is hashed. */
function assertHashed(types: DocumentRow, { type, value, place }: Part, depth = 0): void {
  if (depth > 32) throw new SignedDocumentError(place, 'nests without end')
  const list = /^(.*)\[\d*\]$/.exec(type)
  if (list !== null) {
    if (!Array.isArray(value)) throw new SignedDocumentError(place, `is not a list of ${list[1]}`)
    for (const [index, entry] of value.entries()) {
      assertHashed(types, { type: list[1]!, value: entry, place: `${place}[${index}]` }, depth + 1)
    }
    return
  }
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (fields === undefined) return
  if (!Array.isArray(fields) || !fields.every(isRow)) {
    throw new SignedDocumentError(`types.${type}`, 'is not a list of fields')
  }
  if (!isRow(value)) throw new SignedDocumentError(place, `is not a ${type}`)
  const names = fields.map(({ name }) => String(name))
  assertKnownKeys(value, names, place)
  for (const { name, type: inner } of fields) {
    const part = { type: String(inner), value: value[String(name)], place: `${place}.${name}` }
    if (part.value === undefined) throw new SignedDocumentError(part.place, 'is missing')
    assertHashed(types, part, depth + 1)
  }
}

function assertKnownKeys(row: DocumentRow, names: readonly string[], place: string): void {
  const stray = Object.keys(row).find((key) => !names.includes(key))
  if (stray === undefined) return
  const reason = `has the field ${JSON.stringify(stray)}, which nothing hashes`
  throw new SignedDocumentError(place, reason)
}
