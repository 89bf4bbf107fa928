import { BaseError } from '@vaultwright/base'
import { pieceReaderOf } from '@vaultwright/proof'
import type { BlockEvidence } from './final-block.ts'

/** The most headers between a block and the final one. */
const maxHeaders = 8192

/** Reads the fields of finality files. */
export const reader = pieceReaderOf(
  (part, reason, cause) => new InvalidFinalityFileError(part, reason, cause),
)

const evidenceKeys = {
  same: ['kind'],
  history: ['kind', 'accountProof', 'storageProof'],
  headers: ['kind', 'headers'],
} as const

/** Parses the tie of a block to the final one. */
export function evidenceOf(value: unknown, part: string): BlockEvidence {
  const named = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null
  const kind = named === 'same' || named === 'history' || named === 'headers' ? named : null
  if (kind === null) throw new InvalidFinalityFileError(part, 'is of no known kind')
  const fields = reader.fields(value, part, evidenceKeys[kind])
  if (kind === 'same') return { kind }
  if (kind === 'history') {
    const accountProof = reader.list(fields.accountProof, `${part}.accountProof`)
    const storageProof = reader.list(fields.storageProof, `${part}.storageProof`)
    return { kind, accountProof, storageProof }
  }
  const headers = reader.list(fields.headers, `${part}.headers`)
  if (headers.length <= maxHeaders) return { kind, headers }
  throw new InvalidFinalityFileError(
    `${part}.headers`,
    `has ${headers.length} entries, more than ${maxHeaders}`,
  )
}

/** A file is not a finality file, or not that of a beacon chain. */
export class InvalidFinalityFileError extends BaseError {
  override readonly code = 'invalid_finality_file'
  override readonly kind = 'damaged_data'

  constructor(part: string, reason: string, cause?: unknown) {
    super({
      message: `The finality file cannot be used: ${part} ${reason}. Make it again.`,
      facts: { part, reason },
      cause,
    })
  }
}
