import { BaseError } from '@vaultwright/base'
import { UsageError } from './usage.ts'

/**
 * Refuses a number that no port has.
 *
 * @throws {UsageError} beyond 65535.
 */
export function assertPort(port: number, option: string): void {
  if (port <= 65_535) return
  const text = `--${option} ${port} is no port. Give 0 to 65535.`
  throw new UsageError(text, { option, value: port })
}

/** Somebody else listens where the program shall. */
export class PortTakenError extends BaseError {
  override readonly code = 'port_taken'

  constructor(host: string, port: number, cause: unknown) {
    super({
      message: `Somebody else listens on ${host}:${port}. Choose another port with --port, or --port 0 for a free one.`,
      facts: { host, port },
      cause,
    })
  }
}

/** The system does not let the program listen there. */
export class ListenError extends BaseError {
  override readonly code = 'cannot_listen'

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    super({
      message: `The program cannot listen on ${host}:${port} (${cause.code ?? cause.message}). Choose an address of this machine with --host, and a port that you may use with --port.`,
      facts: { host, port, reason: cause.code ?? null },
      cause,
    })
  }
}
