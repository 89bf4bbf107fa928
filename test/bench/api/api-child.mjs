import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packaged = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))
/** The Node that the service needs, where the machine's own is older. */
export const nodePath = existsSync(packaged) ? packaged : process.execPath

/**
 * Starts a program of this folder as a process of its own, that answers one message at a time.
 *
 * @param name - of the file.
 * @param options - given to the program.
 * @param log - path of a file for its standard error; ours when not said.
 * @returns what it said when it was ready, `ask` to tell it something and hear the answer, `stop`.
 */
export async function startChild(name, options, log) {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), {
    execPath: nodePath,
    execArgv: ['--conditions=source', '--expose-gc', '--disable-warning=ExperimentalWarning'],
    // Values of statements are integers of any size and bytes.
    serialization: 'advanced',
    stdio: ['ignore', 2, log === undefined ? 2 : openSync(log, 'w'), 'ipc'],
  })
  const ended = once(child, 'exit')
  const hear = async () => {
    const first = await Promise.race([once(child, 'message'), ended])
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
    return first[0]
  }
  child.send({ options })
  const ready = await hear()
  return {
    ready,
    ask: (message) => {
      const heard = hear()
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
export async function hearOptions() {
  const [{ options }] = await once(process, 'message')
  return options
}

/** Says what is ready, answers each message, and ends when the parent lets go. */
export function serveParent(ready, answer, close = async () => {}) {
  process.on('message', async (message) => process.send(await answer(message)))
  process.once('disconnect', () => close().finally(() => process.exit(0)))
  process.send(ready)
}

/** Processor time of this process in microseconds, and its memory after a collection. */
export function figuresOf({ collect }) {
  const { user, system } = process.cpuUsage()
  if (!collect) return { cpu: user + system }
  globalThis.gc()
  globalThis.gc()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { cpu: user + system, rss, heap: heapUsed + external }
}
