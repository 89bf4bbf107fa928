#!/usr/bin/env node
import { run } from './run.ts'
import { configOf, terminalOf } from './terminal/env.ts'
import { writerOf } from './terminal/writer.ts'

const interrupt = new AbortController()
// The first Ctrl-C asks for an orderly end, the second takes it.
process.on('SIGINT', () => (interrupt.signal.aborted ? process.exit(130) : interrupt.abort()))

const exitCode = await run(process.argv.slice(2), {
  stdin: () => {
    const { stdin } = process
    interrupt.signal.addEventListener('abort', () => stdin.destroy())
    return stdin
  },
  stdout: writerOf(1),
  stderr: writerOf(2),
  config: configOf({
    stdout: terminalOf(1, () => process.stdout),
    stderr: terminalOf(2, () => process.stderr),
  }),
  signal: interrupt.signal,
  now: Date.now,
})

// Everything is written: sinks wait for their reader. Taking the heap apart would only cost time.
process.exit(exitCode)
