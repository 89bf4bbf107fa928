import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { BaseError, redactSecrets } from '@vaultwright/base'
import { parseAnswer, readText } from '../rpc/answer.ts'
import type { Rpc } from '../rpc/rpc.ts'
import { parseEndpoint } from '../transport/endpoint.ts'
import { openIpcRpc } from '../transport/ipc-rpc.ts'
import { startProcess } from './anvil-process.ts'

/** A running Anvil. */
export type Anvil = {
  /** Its HTTP address, on this machine. */
  readonly url: string
  /** The port to it, over its unix socket. */
  readonly rpc: Rpc
  readonly pid: number
  /** The version it reports, such as `anvil/v1.7.1`. */
  readonly version: string
  /** Resolves when the process is gone, with why. */
  readonly gone: Promise<AnvilExitError>
  /** Ends the process, waits until a state that it keeps is written, and removes what it left; a second call does nothing. */
  readonly close: () => Promise<void>
}

/** Options of Anvil. Exactly one chain: its own, a saved one, or a fork. */
export type AnvilOptions = {
  /** A file with a saved state. */
  readonly loadState?: string
  /** A folder of the caller's that a signal removes too, when it ends this process. */
  readonly scratch?: string
  /** The node that is forked. */
  readonly forkUrl?: string
  /** The block at which it is forked; its newest when not said. */
  readonly forkBlock?: bigint
  readonly chainId?: number
  /** `127.0.0.1` when not said. */
  readonly host?: string
  /** A free one when not said. */
  readonly port?: number
  /** More arguments, as Anvil's own help names them. */
  readonly arguments?: readonly string[]
  /** The time it may take to be ready, in milliseconds. Default: 30 seconds. */
  readonly readyWithinMs?: number
  /** The time one question over its socket may take, in milliseconds. Default: a minute. */
  readonly timeoutMs?: number
  /** Ends the process when it fires. */
  readonly signal?: AbortSignal
}

/** The time Anvil may take to write its state before it is killed, in milliseconds. */
const stateWritingMs = 120_000

/**
 * Starts Anvil and waits until it answers.
 *
 * @returns the running node; it ends with this process at the latest.
 * @throws {AnvilMissingError} when there is no Anvil on this machine.
 * @throws {AnvilExitError} when it ends, or is not ready in time.
 * @throws {InvalidEndpointError} when what is forked is not an http URL.
 */
export async function openAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  options.signal?.throwIfAborted()
  const program = anvilProgram()
  const redact = redactorOf(options.forkUrl)
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-anvil-'))
  const socket = join(folder, 'rpc.sock')
  const child = startProcess(program, argumentsOf(options, folder), {
    folders: options.scratch === undefined ? [folder] : [folder, options.scratch],
    redact,
    ...(keepsState(options) && { graceMs: stateWritingMs }),
  })
  const gone = child.exit.then((exit) => {
    rmSync(folder, { recursive: true, force: true })
    return new AnvilExitError(exit.how, child.tail())
  })
  const abort = () => void child.end()
  options.signal?.addEventListener('abort', abort, { once: true })
  void gone.then(() => options.signal?.removeEventListener('abort', abort))
  try {
    const [, address] = await child.waitFor(/Listening on ([\w.:[\]]+)/, options.readyWithinMs)
    const rpc = await openIpcRpc(socket, { timeoutMs: options.timeoutMs ?? 60_000 })
    const call = { method: 'web3_clientVersion', params: [] }
    // An unread log fills its pipe one day, and then Anvil waits for ever.
    const quiet = { method: 'anvil_setLoggingEnabled', params: [false] }
    const [answer] = await rpc.ask([call, quiet])
    const version = parseAnswer(readText, call, answer)
    const close = async () => {
      await rpc.close()
      if (keepsState(options)) await untilTermHandled(child.pid)
      await child.end()
      await gone
    }
    return { url: `http://${address}`, rpc, pid: child.pid, version, gone, close }
  } catch (error) {
    const late =
      error instanceof BaseError ? new AnvilExitError(error.shortMessage, child.tail()) : null
    await child.end()
    const reason = await gone
    options.signal?.throwIfAborted()
    throw late ?? reason
  }
}

/** Anvil writes its state when it is asked to end: on a busy machine that takes longer than ending does. */
function keepsState({ arguments: list = [] }: AnvilOptions): boolean {
  return list.some((one) => /^--(dump-state|state)(=|$)/.test(one))
}

/** Anvil answers before it handles SIGTERM, and a signal that it does not handle ends it without its state. */
async function untilTermHandled(pid: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (handlesTerm(pid)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Linux says which signals a process handles, and a process that is gone needs no more; elsewhere only waiting is left. */
function handlesTerm(pid: number): boolean {
  try {
    const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return caught !== undefined && ((BigInt(`0x${caught}`) >> 14n) & 1n) === 1n
  } catch {
    return existsSync('/proc/self/status')
  }
}

/** Anvil repeats its URL in its own spelling, and what the node said, which may hold the key too. */
function redactorOf(forkUrl: string | undefined): (text: string) => string {
  if (forkUrl === undefined) return (text) => text
  const { secrets } = parseEndpoint(forkUrl)
  return (text) => redactSecrets(text, secrets)
}

function argumentsOf(options: AnvilOptions, folder: string): readonly string[] {
  const { host = '127.0.0.1', port = 0 } = options
  const list = ['--host', host, '--port', String(port), '--ipc', join(folder, 'rpc.sock')]
  // States that Anvil moves out of memory go with the folder, also when it is killed.
  list.push('--cache-path', join(folder, 'states'))
  if (options.chainId !== undefined) list.push('--chain-id', String(options.chainId))
  if (options.loadState !== undefined) list.push('--load-state', options.loadState)
  if (options.forkUrl !== undefined) {
    // Anvil's cache on disk goes by chain id and block number alone: two local chains share both.
    list.push('--fork-url', options.forkUrl, '--no-storage-caching')
    if (options.forkBlock !== undefined) list.push('--fork-block-number', String(options.forkBlock))
  }
  return [...list, ...(options.arguments ?? [])]
}

/**
 * Finds Anvil: the native program of the npm package, else the one on the PATH.
 *
 * The wrapper of the npm package is never used: when it is killed, Anvil lives on.
 *
 * @throws {AnvilMissingError} when there is none.
 */
function anvilProgram(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/anvil`)
  } catch {
    const path = findOnPath()
    if (path === null) throw new AnvilMissingError(name)
    return path
  }
}

function findOnPath(): string | null {
  // biome-ignore lint/style/noProcessEnv: where programs lie is the machine's business, not ours to configure
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder === '' || folder.endsWith(join('node_modules', '.bin'))) continue
    const file = join(folder, 'anvil')
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {}
  }
  return null
}

/** Anvil ended by itself, or never became ready. */
export class AnvilExitError extends BaseError {
  override readonly code = 'anvil_exited'
  override readonly kind = 'unavailable'

  constructor(how: string, output: string) {
    super({
      message: `Anvil is gone: ${how}.${output === '' ? '' : ` It said: ${output}.`} Start it again.`,
      facts: { how, said: output },
      retryable: true,
    })
  }
}

/** There is no Anvil on this machine. */
export class AnvilMissingError extends BaseError {
  override readonly code = 'anvil_missing'
  override readonly kind = 'unsupported'

  constructor(name: string) {
    super({
      message: `Anvil is not installed. Install it with \`npm install ${name}\`, or Foundry from https://getfoundry.sh with anvil on the PATH.`,
      facts: { package: name },
    })
  }
}
