// The built program in a thread that stays: runs after the first one find its modules loaded.
import { parentPort, workerData } from 'node:worker_threads'
import { configOf, run } from '@vaultwright/cli'

const nowhere = { isTerminal: false, columns: null }
const { signal, port } = workerData

parentPort.on('message', async ({ id, words, env, input }) => {
  const out = []
  const err = []
  const writerTo = (chunks) => ({ write: (piece) => chunks.push(Buffer.from(piece)) > 0 })
  let outcome
  try {
    const code = await run(words, {
      stdin: async function* () {
        yield new Uint8Array(input)
      },
      stdout: writerTo(out),
      stderr: writerTo(err),
      config: configOf({ stdout: nowhere, stderr: nowhere }, env),
      signal: new AbortController().signal,
      now: Date.now,
    })
    outcome = { code, out: textOf(out), err: textOf(err) }
  } catch (error) {
    outcome = { code: null, out: textOf(out), err: `${textOf(err)}${error?.stack ?? error}` }
  }
  port.postMessage({ id, outcome })
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})

function textOf(chunks) {
  return Buffer.concat(chunks).toString()
}
