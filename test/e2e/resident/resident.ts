import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'

/** The outcome of a run of the program. */
export type Outcome = { readonly code: number | null; readonly out: string; readonly err: string }

/** The message of the thread: a piece of standard output, or the end of a run. */
type Message =
  | { readonly id: number; readonly piece: string }
  | { readonly id: number; readonly outcome: Outcome }

/** A run that goes on beside the test. */
export type ResidentRun = {
  readonly end: Promise<Outcome>
  /** Does in the thread what a signal does in a process of its own. */
  readonly signal: (name: NodeJS.Signals) => void
}

/** The input of a run. */
export type Given = { readonly env: NodeJS.ProcessEnv; readonly input: string | Uint8Array }

/** The built program in a thread that stays for all test files of a worker. */
export type ResidentProgram = {
  /** Runs it to its end while the test stands still. */
  readonly run: (words: readonly string[], given: Given) => Outcome
  /** Runs it while the test, and a chain that it started, live on. */
  readonly start: (
    words: readonly string[],
    given: Given,
    listen: (piece: string) => void,
  ) => ResidentRun
}

type Waiting = {
  readonly listen: (piece: string) => void
  readonly resolve: (outcome: Outcome) => void
}

let resident: ResidentProgram | undefined

/** Starts the program with the first run: each later one finds its modules loaded. */
export function residentProgram(): ResidentProgram {
  resident ??= openResident()
  return resident
}

function openResident(): ResidentProgram {
  const { port1: near, port2: far } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./resident.mjs', import.meta.url), {
    env: { PATH: process.env.PATH },
    execArgv: [],
    workerData: { signal, port: far },
    transferList: [far],
  })
  const waiting = new Map<number, Waiting>()
  let last = 0
  const send = (words: readonly string[], { env, input }: Given) => {
    last += 1
    near.postMessage({ id: last, words: [...words], env, input: Buffer.from(input) })
    return last
  }
  const settle = (message: Message) => {
    const { id } = message
    if ('piece' in message) return waiting.get(id)?.listen(message.piece)
    waiting.get(id)?.resolve(message.outcome)
    waiting.delete(id)
  }
  near.on('message', settle)
  // It ends with the worker, and holds it up no longer than its tests do.
  near.unref()
  worker.unref()
  return {
    run: (words, given) => {
      const id = send(words, given)
      for (;;) {
        Atomics.wait(signal, 0, 0)
        Atomics.store(signal, 0, 0)
        for (;;) {
          const message: Message | undefined = receiveMessageOnPort(near)?.message
          if (message === undefined) break
          if (message.id === id && 'outcome' in message) return message.outcome
          settle(message)
        }
      }
    },
    start: (words, given, listen) => {
      const id = send(words, given)
      const end = new Promise<Outcome>((resolve) => waiting.set(id, { listen, resolve }))
      return { end, signal: (name) => near.postMessage({ id, name }) }
    },
  }
}
