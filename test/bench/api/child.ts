import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownNode } from '../../support/service/own-node.ts'

/** A program of a benchmark in a process of its own, that answers one message at a time. */
export type BenchChild<Ready> = {
  /** The message it sent when it was ready. */
  readonly ready: Ready
  readonly pid: number
  readonly ask: <Answer>(message: object) => Promise<Answer>
  readonly stop: () => Promise<void>
}

/**
 * Starts a program as a process of its own.
 *
 * @param program - its file, which calls `hearOptions` and `serveParent`.
 * @param options - given to the program.
 * @param log - path of a file for its standard error; ours when not given.
 */
export async function startChild<Ready>(
  program: URL,
  options: object,
  log?: string,
): Promise<BenchChild<Ready>> {
  const child = fork(fileURLToPath(program), {
    execPath: ownNode,
    execArgv: [
      '--conditions=source',
      '--expose-gc',
      '--disable-warning=ExperimentalWarning',
      ...(process.env.BENCH_CHILD_ARGS?.split(' ') ?? []),
    ],
    // Values of statements are integers of any size and bytes.
    serialization: 'advanced',
    stdio: ['ignore', 2, log === undefined ? 2 : openSync(log, 'w'), 'ipc'],
  })
  const ended = once(child, 'exit')
  const hear = async <Message>(): Promise<Message> => {
    const [first] = await Promise.race([once(child, 'message'), ended])
    if (child.exitCode === null && child.signalCode === null) return first
    throw new Error(
      `${basename(program.pathname)} ended with ${child.exitCode ?? child.signalCode}`,
    )
  }
  child.send({ options })
  const ready = await hear<Ready>()
  return {
    ready,
    pid: child.pid!,
    ask: (message) => {
      const heard = hear<never>()
      child.send(message)
      return heard
    },
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** The other side: what the parent gave. */
export async function hearOptions<Options>(): Promise<Options> {
  const [{ options }] = await once(process, 'message')
  return options
}

/** Says what is ready, answers each message, and ends when the parent lets go. */
export function serveParent<Message>(
  ready: object,
  answer: (message: Message) => object | Promise<object>,
  close: () => Promise<void> = async () => {},
): void {
  process.on('message', async (message) => process.send!(await answer(message as Message)))
  process.once('disconnect', () => close().finally(() => process.exit(0)))
  process.send!(ready)
}

/** The resources that a process has used. */
export type ProcessFigures = {
  /** Processor time of all its threads · microseconds. */
  readonly cpu: number
  /** Resident, and used of the heap with what lies beside it · bytes. */
  readonly rss: number
  readonly heap: number
}

/** Reads what this process has used. */
export function processFigures(): ProcessFigures {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { cpu: user + system, rss, heap: heapUsed + external }
}

/** As `processFigures`, after a collection. */
export function collectedFigures(): ProcessFigures {
  globalThis.gc!()
  globalThis.gc!()
  return processFigures()
}
