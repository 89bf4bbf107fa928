import { readIndexerEnv } from './context/env.ts'
import { type RunningIndexer, runIndexer } from './serve/run.ts'
import { openIndexLog } from './serve/server-log.ts'

/** Beyond the time that work has to end: what hangs then is cut off, and done by the next process. */
const graceMs = 10_000

const write = (line: string) => void process.stderr.write(line)
let log = openIndexLog('info', write)
let running: RunningIndexer | null = null
let isEnding = false

function endOn(signal: NodeJS.Signals, drainMs: number): void {
  process.on(signal, () => {
    if (isEnding) process.exit(1)
    isEnding = true
    log.info('stopping', { signal })
    setTimeout(() => process.exit(1), drainMs + graceMs).unref()
    const closed = running?.close() ?? Promise.resolve()
    closed.then(
      () => {
        log.info('stopped')
        process.exit(0)
      },
      (error: unknown) => {
        log.error(error)
        process.exit(1)
      },
    )
  })
}

try {
  const env = readIndexerEnv()
  log = openIndexLog(env.logLevel, write)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) endOn(signal, env.drainMs)
  running = await runIndexer(env, { observe: log.event, warn: log.warn })
  const queue = running.indexer.queue.name
  log.info('started', { url: running.url, queue, chains: running.indexer.chains })
} catch (error) {
  log.error(error)
  process.exitCode = 1
}
