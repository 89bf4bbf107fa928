import { type Address, BaseError, type Hex, printHex } from '@vaultwright/base'
import { assertDistinctKeys } from '@vaultwright/formats'
import { maxLoanDepth } from '@vaultwright/manager'
import { keccak256, parseAddress } from '@vaultwright/merkle'
import { z } from 'zod'

/** What the document says of a leaf. */
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
  /** What the call is for, in the words of whoever built it. */
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

const account = z.string().transform((text, context): Address => {
  try {
    return parseAddress(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})
const hexOf = (pattern: RegExp, what: string) =>
  z
    .string()
    .regex(pattern, `must be ${what}`)
    .transform((text) => text.toLowerCase() as Hex)
const word = hexOf(/^0x[0-9a-fA-F]{64}$/, '32 bytes: 0x and 64 hex digits')
const bytes = hexOf(/^0x([0-9a-fA-F]{2})*$/, 'hex of whole bytes')
const slot = z.int().min(0)
const callSchema: z.ZodType<EvidenceCall> = z.strictObject({
  index: slot,
  leaf: z.strictObject({
    decoder: account,
    target: account,
    can_send_value: z.boolean(),
    signature: z.string(),
    selector: hexOf(/^0x[0-9a-fA-F]{8}$/, '4 bytes: 0x and 8 hex digits'),
    arguments: z.array(account),
    description: z.string(),
  }),
  leaf_digest: word,
  leaf_position: slot,
  proof: z.array(word),
  decoder: account,
  target: account,
  data: bytes,
  value: z.string().regex(/^(0|[1-9]\d{0,77})$/, 'must be a decimal number of wei'),
  packed: bytes,
  description: z.string().nullable(),
  get nested() {
    return z.array(callSchema)
  },
})
const evidenceSchema: z.ZodType<Evidence> = z.strictObject({
  format: z.literal('vaultwright-evidence'),
  version: z.literal(1),
  chain_id: slot.nullable(),
  manager: account,
  vault: account.nullable(),
  strategist: account.nullable(),
  root: word,
  manager_root: word.nullable(),
  capacity: slot,
  depth: slot,
  encoded_tx_data: bytes,
  calls: z.array(callSchema),
  checksum: word,
})

/**
 * Prints evidence as JSON.
 *
 * @returns two spaces an indent, with a newline at the end; equal evidence gives equal text.
 */
export function printEvidence(evidence: Evidence): string {
  return `${JSON.stringify(evidenceSchema.parse(evidence), null, 2)}\n`
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
    const read = evidenceSchema.safeParse(JSON.parse(text))
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw new EvidenceFileError(issue!.path.map(String).join('.'), issue!.message)
  } catch (error) {
    if (error instanceof SyntaxError) throw new EvidenceFileError('', error.message)
    if (error instanceof RangeError) throw new EvidenceFileError('', 'It nests without end')
    throw error
  }
}

/** What follows walks with a stack of its own depth; no proof lies deeper. */
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
  const { checksum: _, ...rest } = evidenceSchema.parse({ ...evidence, checksum: noChecksum })
  return printHex(keccak256(new TextEncoder().encode(JSON.stringify(rest))))
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
