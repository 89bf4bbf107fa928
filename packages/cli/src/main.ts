#!/usr/bin/env node
import { configOf } from './env.ts'
import { run } from './run.ts'

const { stdin, stdout, stderr } = process
const interrupt = new AbortController()

process.once('SIGINT', () => {
  interrupt.abort()
  stdin.destroy()
})
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await run(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  config: configOf({ stdout, stderr }),
  signal: interrupt.signal,
  now: Date.now,
})
stdin.unref?.()
