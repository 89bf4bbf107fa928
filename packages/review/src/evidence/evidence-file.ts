import { type Address, BaseError, type Hex, printHex } from '@vaultwright/base'
import { type FileReader, fileReaderOf, issueMessage, refused } from '@vaultwright/document'
import { assertDistinctKeys } from '@vaultwright/formats'
import { maxLoanDepth } from '@vaultwright/manager'
import { keccak256, parseAddress } from '@vaultwright/merkle'
import Type, { type TSchema } from 'typebox'

/** The statement of the document about a leaf. */
export type EvidenceLeaf = {
  readonly decoder: Address
  readonly target: Address
  readonly can_send_value: boolean
  readonly signature: string
  readonly selector: Hex
  readonly arguments: readonly Address[]
  readonly description: string
}

/** One call, the leaf that permits it, and the proof of the leaf. */
export type EvidenceCall = {
  /** Place in its batch, from 0. */
  readonly index: number
  readonly leaf: EvidenceLeaf
  readonly leaf_digest: Hex
  /** Slot in the tree. A proof of sorted pairs leads up from any slot: this is for finding, not proven. */
  readonly leaf_position: number
  /** Siblings bottom-up, 32 bytes each. */
  readonly proof: readonly Hex[]
  readonly decoder: Address
  readonly target: Address
  readonly data: Hex
  /** Wei, decimal. */
  readonly value: string
  /** The arguments of the leaf as its decoder packs them, a drone's real target last. */
  readonly packed: Hex
  /** The purpose of the call, in the words of its builder. */
  readonly description: string | null
  /** The calls inside a flash loan, proven against the Manager's own root; empty for any other call. */
  readonly nested: readonly EvidenceCall[]
}

/** Calldata of a Manager with everything that proves it. */
export type Evidence = {
  readonly format: 'vaultwright-evidence'
  readonly version: 1
  readonly chain_id: number | null
  readonly manager: Address
  readonly vault: Address | null
  readonly strategist: Address | null
  /** Of the strategist's tree. */
  readonly root: Hex
  /** The Manager's own, which calls inside flash loans are proven against; null when not given. */
  readonly manager_root: Hex | null
  /** Slots of the strategist's tree. */
  readonly capacity: number
  /** Words of a proof in that tree. */
  readonly depth: number
  readonly encoded_tx_data: Hex
  readonly calls: readonly EvidenceCall[]
  /** Of everything else, so that damage shows even where nothing proves a field. */
  readonly checksum: Hex
}

const account = Type.Decode(Type.String(), (text): Address => {
  try {
    return parseAddress(text)
  } catch (error) {
    return refused([{ path: [], message: (error as Error).message }])
  }
})
const hexOf = (pattern: string, what: string) =>
  Type.Decode(
    Type.String({ pattern, errorMessage: `must be ${what}` }),
    (text) => text.toLowerCase() as Hex,
  )
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const word = hexOf('^0x[0-9a-fA-F]{64}$', '32 bytes: 0x and 64 hex digits')
const bytes = hexOf('^0x([0-9a-fA-F]{2})*$', 'hex of whole bytes')
const slot = Type.Integer({ minimum: 0 })
const leafSchema = Type.Object(
  {
    decoder: account,
    target: account,
    can_send_value: Type.Boolean(),
    signature: Type.String(),
    selector: hexOf('^0x[0-9a-fA-F]{8}$', '4 bytes: 0x and 8 hex digits'),
    arguments: Type.Array(account),
    description: Type.String(),
  },
  { additionalProperties: false },
)
const callSchema = Type.Object(
  {
    index: slot,
    leaf: leafSchema,
    leaf_digest: word,
    leaf_position: slot,
    proof: Type.Array(word),
    decoder: account,
    target: account,
    data: bytes,
    value: Type.String({
      pattern: '^(0|[1-9]\\d{0,77})$',
      errorMessage: 'must be a decimal number of wei',
    }),
    packed: bytes,
    description: nullable(Type.String()),
    nested: Type.Array(Type.Ref('call')),
  },
  { additionalProperties: false },
)
const evidenceSchema = Type.Object(
  {
    format: Type.Literal('vaultwright-evidence'),
    version: Type.Literal(1),
    chain_id: nullable(slot),
    manager: account,
    vault: nullable(account),
    strategist: nullable(account),
    root: word,
    manager_root: nullable(word),
    capacity: slot,
    depth: slot,
    encoded_tx_data: bytes,
    calls: Type.Array(Type.Cyclic({ call: callSchema }, 'call')),
    checksum: word,
  },
  { additionalProperties: false },
)
const readEvidenceValue = fileReaderOf(evidenceSchema) as unknown as FileReader<Evidence>

/**
 * Prints evidence as JSON.
 *
 * @returns two spaces an indent, with a newline at the end; equal evidence gives equal text.
 */
export function printEvidence(evidence: Evidence): string {
  return `${JSON.stringify(ordered(evidence), null, 2)}\n`
}

/**
 * Reads evidence. Its shape is checked, and nothing that it says: that is for `verifyEvidence`.
 *
 * @returns the document, accounts in their EIP-55 spelling, other hex in lower case.
 * @throws {EvidenceFileError} for text that is not JSON, unknown keys, values of another shape, and
 * loans nested deeper than any chain runs them.
 * @throws {DuplicateKeyError} where a key stands twice: two readers could see two documents.
 */
export function parseEvidence(text: string): Evidence {
  const evidence = readEvidence(text)
  assertDistinctKeys(text)
  assertDepth(evidence.calls)
  return evidence
}

function readEvidence(text: string): Evidence {
  try {
    return ordered(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) throw new EvidenceFileError('', error.message)
    if (error instanceof RangeError) throw new EvidenceFileError('', 'It nests without end')
    throw error
  }
}

/** Gives the document in its spelling and order. */
function ordered(document: unknown): Evidence {
  const parsed = readEvidenceValue(document)
  if (parsed.ok) return parsed.value
  const [issue] = parsed.issues
  throw new EvidenceFileError(issue!.path.join('.'), issueMessage(issue!))
}

/** Limits the depth of calls: later walks have a stack of their own depth, and no proof lies deeper. */
function assertDepth(calls: readonly EvidenceCall[]): void {
  let layer = calls
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > maxLoanDepth) throw new EvidenceFileError('calls', 'It nests without end')
    layer = layer.flatMap(({ nested }) => nested)
  }
}

/**
 * Hashes everything that a document says but its checksum.
 *
 * @returns keccak-256 of the JSON without spaces, keys in the order of the printed document.
 */
export function checksumOfEvidence(evidence: Omit<Evidence, 'checksum'>): Hex {
  const { checksum: _, ...body } = ordered({ ...evidence, checksum: noChecksum })
  return printHex(keccak256(new TextEncoder().encode(JSON.stringify(body))))
}

const noChecksum: Hex = `0x${'0'.repeat(64)}`

/** A file is not evidence. */
export class EvidenceFileError extends BaseError {
  override readonly code = 'evidence_file'
  override readonly kind = 'invalid_input'

  constructor(path: string, why: string) {
    const reason = why.replace(/\.\s*$/, '')
    const place = path === '' ? '' : ` at ${path}`
    super({
      message: `The evidence cannot be read${place}: ${reason}. Give the document as it was written.`,
      facts: { path, reason },
    })
  }
}
