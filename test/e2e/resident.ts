import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { afterAll } from 'vitest'

/** What a run of the program came to. */
export type Outcome = { readonly code: number | null; readonly out: string; readonly err: string }

type Answer = { readonly id: number; readonly outcome: Outcome }

/** The built program in a thread that stays for the tests of a file. */
export type ResidentProgram = {
  /** Runs it to its end while the test stands still. */
  readonly run: (
    words: readonly string[],
    env: NodeJS.ProcessEnv,
    input: string | Uint8Array,
  ) => Outcome
  /** Runs it to its end while the test, and a chain that it started, live on. */
  readonly runBeside: (words: readonly string[], env: NodeJS.ProcessEnv) => Promise<Outcome>
}

let resident: (ResidentProgram & { readonly close: () => Promise<unknown> }) | undefined
afterAll(() => resident?.close())

/** Starts the program with the first run: each later one finds its modules loaded. */
export function residentProgram(): ResidentProgram {
  resident ??= openResident()
  return resident
}

function openResident() {
  const { port1: near, port2: far } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./resident.mjs', import.meta.url), {
    env: { PATH: process.env.PATH },
    execArgv: [],
    workerData: { signal, port: far },
    transferList: [far],
  })
  const waiting = new Map<number, (outcome: Outcome) => void>()
  let last = 0
  const send = (words: readonly string[], env: NodeJS.ProcessEnv, input: string | Uint8Array) => {
    last += 1
    worker.postMessage({ id: last, words: [...words], env, input: Buffer.from(input) })
    return last
  }
  const settle = ({ id, outcome }: Answer) => {
    waiting.get(id)?.(outcome)
    waiting.delete(id)
  }
  near.on('message', settle)
  return {
    run: (words: readonly string[], env: NodeJS.ProcessEnv, input: string | Uint8Array) => {
      const id = send(words, env, input)
      for (;;) {
        Atomics.wait(signal, 0, 0)
        Atomics.store(signal, 0, 0)
        for (;;) {
          const message: Answer | undefined = receiveMessageOnPort(near)?.message
          if (message === undefined) break
          if (message.id === id) return message.outcome
          settle(message)
        }
      }
    },
    runBeside: (words: readonly string[], env: NodeJS.ProcessEnv) => {
      const id = send(words, env, '')
      return new Promise<Outcome>((resolve) => waiting.set(id, resolve))
    },
    close: () => {
      near.close()
      return worker.terminate()
    },
  }
}
