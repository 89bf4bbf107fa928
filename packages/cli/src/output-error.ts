import { BaseError } from '@vaultwright/base'

/** A file or a stream that was to be written cannot be. */
export class OutputError extends BaseError {
  override readonly code = 'output_unwritable'

  constructor(path: string, cause: NodeJS.ErrnoException) {
    super({
      message: `${JSON.stringify(path)} cannot be written (${cause.code ?? cause.message}). Name a file in a folder that exists and is yours to write.`,
      facts: { path, reason: cause.code ?? null },
      cause,
    })
  }
}
