import { once } from 'node:events'
import { createServer } from 'node:net'
import { BaseError, isoTimeOf } from '@vaultwright/base'
import type { CommonValues } from '../command/command.ts'
import type { Answer, Context, Json } from '../terminal/context.ts'
import { printJsonLine } from '../terminal/json.ts'
import { coloured, plain, type TextStyle } from '../terminal/style.ts'
import { type WarningTarget, writeWarning } from '../terminal/warning.ts'
import { UsageError } from './usage.ts'

/** In which form a command that runs until the interrupt tells that it is ready. */
export type ServiceOptions = Pick<CommonValues, 'json' | 'out'>

/** The exit result of a service, which has printed everything already. */
export const reportedAnswer: Answer = {
  json: () => null,
  jsonLines: () => [],
  text: () => [],
  exit: () => 0,
}

/** Refuses a file for what is never at its end. */
export function assertNoFile({ out }: ServiceOptions, command: string): void {
  if (out === undefined) return
  throw new UsageError(`${command} runs until Ctrl-C and writes no file. Send it on: > file.`)
}

/** Tells that a service is ready, while it goes on. */
export function announceReady(
  ready: { readonly json: () => Json; readonly text: (style: TextStyle) => Iterable<string> },
  { json }: ServiceOptions,
  { config, stdout }: Context,
): void {
  const style = config.color.stdout ? coloured : plain
  const chunks = json ? [printJsonLine(ready.json())] : ready.text(style)
  stdout.write([...chunks].join(''))
}

/**
 * Reports what a command did before its service runs: a sentence on a terminal; elsewhere a line of the form that
 * the service writes.
 */
export function reportStep(text: string, target: WarningTarget): void {
  const { context, quiet } = target
  if (context.config.progress !== null) {
    writeWarning(text, target)
    return
  }
  if (quiet) return
  const time = isoTimeOf(context.now())
  context.stderr.write(
    `${JSON.stringify({ level: 'info', time, process: 'program', msg: text })}\n`,
  )
}

export function assertPort(port: number, option: string): void {
  if (port <= 65_535) return
  const text = `--${option} ${port} is not a port. Give 0 to 65535.`
  throw new UsageError(text, { option, value: port })
}

/** Refuses a port that another program has, before any work is done for it. */
export async function assertFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(port, host), 'listening')
  } catch (error) {
    throw portErrorOf(error, { host, port })
  }
  probe.close()
  await once(probe, 'close')
}

/** The error of a port that another program has; any other error as it is. */
export function portErrorOf(error: unknown, { host, port }: { host: string; port: number }) {
  const isTaken = (error as { readonly code?: unknown }).code === 'EADDRINUSE'
  return isTaken ? new PortTakenError(host, port, error) : error
}

/** Waits for work, but not beyond an interrupt: what the work holds open is then closed by who opened it. */
export function untilInterrupted<Result>(
  signal: AbortSignal,
  work: Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

export class PortTakenError extends BaseError {
  override readonly code = 'port_taken'
  override readonly kind = 'invalid_input'

  constructor(host: string, port: number, cause: unknown) {
    super({
      message: `Another program listens on ${host}:${port}. Choose another port with --port, or --port 0 for a free one.`,
      facts: { host, port },
      cause,
    })
  }
}

export class ListenError extends BaseError {
  override readonly code = 'cannot_listen'
  override readonly kind = 'invalid_input'

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    super({
      message: `The program cannot listen on ${host}:${port} (${cause.code ?? cause.message}). Choose an address of this machine with --host, and a port that you may use with --port.`,
      facts: { host, port, reason: cause.code ?? null },
      cause,
    })
  }
}

/** A passkey belongs to a name, so an address of this machine is given as `localhost`. */
export function consoleUrlOf(url: string): string {
  return `${url.replace('//127.0.0.1', '//localhost')}/console`
}
