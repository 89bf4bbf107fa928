// The built program in a thread that stays: runs after the first one find its modules loaded.
import { workerData } from 'node:worker_threads'
import { configOf, run } from '@vaultwright/cli'

const nowhere = { isTerminal: false, columns: null }
const { signal, port } = workerData
/** The runs that go on: how each is interrupted, and what each wrote to standard error. */
const running = new Map()

// The log of a service goes past the program to the thread's own standard error.
process.stderr.write = (piece) => {
  for (const { err } of running.values()) err.push(Buffer.from(piece))
  return true
}
// As in the program: its interrupt is the context's, and no other listener is left alone with it.
process.on('SIGINT', () => {})

port.on('message', (message) => {
  if (message.name === undefined) return void answer(message)
  const { name, id } = message
  if (name === 'SIGINT') running.get(id)?.interrupt.abort()
  // Services of the thread listen here; no signal reaches a thread by itself.
  process.emit(name, name)
})

async function answer({ id, words, env, input }) {
  const out = []
  const err = []
  const interrupt = new AbortController()
  running.set(id, { interrupt, err })
  let code = null
  try {
    code = await run(words, {
      stdin: async function* () {
        yield new Uint8Array(input)
      },
      stdout: {
        write: (piece) => {
          out.push(Buffer.from(piece))
          send({ id, piece: Buffer.from(piece).toString() })
          return true
        },
      },
      stderr: { write: (piece) => err.push(Buffer.from(piece)) > 0 },
      config: configOf({ stdout: nowhere, stderr: nowhere }, env),
      signal: interrupt.signal,
      now: Date.now,
    })
  } catch (error) {
    err.push(Buffer.from(String(error?.stack ?? error)))
  }
  running.delete(id)
  send({ id, outcome: { code, out: textOf(out), err: textOf(err) } })
}

function send(message) {
  port.postMessage(message)
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
}

function textOf(chunks) {
  return Buffer.concat(chunks).toString()
}
