import { BaseError } from '@vaultwright/base'

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
