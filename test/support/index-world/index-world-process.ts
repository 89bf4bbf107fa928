import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The indexer in a process of its own. */
export type IndexProcess = {
  /** The values it wrote, one a line. */
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  /** Days that it told to have read. */
  readonly days: () => number
  /** Resolves once it told to have read so many days, or after a time, or when it is gone. */
  readonly reached: (days: number, withinMs: number) => Promise<void>
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
}

const main = join(import.meta.dirname, '../../../workers/indexer/src/main.ts')
const glanceMs = 2

/** Starts it with these variables and no others. */
export function startIndexProcess(variables: Readonly<Record<string, string>>): IndexProcess {
  const child = spawn(process.execPath, ['--conditions=source', main], {
    env: { PATH: process.env.PATH, HOME: tmpdir(), INDEX_PORT: '0', ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // A test that ends in between leaves no process behind.
  const endWithUs = () => void child.kill('SIGKILL')
  process.on('exit', endWithUs)
  const gone = once(child, 'exit').then(() => process.off('exit', endWithUs))
  let isGone = false
  gone.then(() => {
    isGone = true
  })
  const lines: Readonly<Record<string, unknown>>[] = []
  let buffered = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const parts = (buffered + text).split('\n')
    buffered = parts.pop() ?? ''
    for (const part of parts) if (part.startsWith('{')) lines.push(JSON.parse(part))
  })
  const days = () => lines.filter(({ event }) => event === 'day_indexed').length
  return {
    lines,
    days,
    reached: async (wanted, withinMs) => {
      const end = performance.now() + withinMs
      while (!isGone && days() < wanted && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, glanceMs))
      }
    },
    kill: async (signal) => {
      child.kill(signal)
      await gone
    },
  }
}
