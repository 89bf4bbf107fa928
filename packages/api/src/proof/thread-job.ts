import { Worker } from 'node:worker_threads'
import type { ProvenChain } from '@vaultwright/chain'
import { failureOf, type ThreadOutcome } from '../worker/thread-failure.ts'
import type { ChainQuestion, ProofJob, ThreadInput, ThreadOutput } from './proof-thread.ts'

/** A thread for proofs, with nothing to do or with one job. */
export type ProofWorker = {
  readonly worker: Worker
  readonly isAlive: () => boolean
  readonly end: () => Promise<void>
}

/** The end of a job. */
export type JobEnd =
  | { readonly kind: 'outcome'; readonly outcome: ThreadOutcome<unknown> }
  /** Asking the node failed: whatever the thread made of it does not count. */
  | { readonly kind: 'unasked'; readonly cause: unknown }
  | { readonly kind: 'broken'; readonly cause: unknown }
  | { readonly kind: 'memory' }
  /** The thread worked too long. */
  | { readonly kind: 'time' }
  /** The caller left, or waited too long. */
  | { readonly kind: 'left' }

/** A job, whose chain it asks, and for how long it may work. */
export type JobTerms = {
  readonly chain: ProvenChain
  readonly job: ProofJob
  readonly signal: AbortSignal
  /** Milliseconds of the thread's own work: waiting for the node does not count. */
  readonly workMs: number
}

/** The program of a thread: a source while developing, compiled where it is installed. */
const isSource = import.meta.url.endsWith('.ts')
const program = new URL(isSource ? './proof-thread.ts' : './proof-thread.js', import.meta.url)

/** Milliseconds for a thread to load what it needs. */
const loadMs = 60_000

/** Opens a thread. It has no environment, which holds keys, and its own share of memory. */
export function openProofWorker(heapMb: number): ProofWorker {
  const worker = new Worker(program, {
    env: {},
    execArgv: isSource ? ['--conditions=source', '--disable-warning=ExperimentalWarning'] : [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  })
  let hasEnded = false
  worker.on('exit', () => {
    hasEnded = true
  })
  // One that ends between jobs fails none: the next job gets a new one.
  worker.on('error', () => {})
  worker.unref()
  return {
    worker,
    isAlive: () => !hasEnded,
    end: async () => void (await worker.terminate()),
  }
}

/** Does a job in a thread. The caller ends a thread whose job has no outcome. */
export function runJob({ worker }: ProofWorker, terms: JobTerms): Promise<JobEnd> {
  const { chain, job, signal, workMs } = terms
  return new Promise((resolve) => {
    const clock = openWorkClock(() => finish({ kind: 'time' }))
    let hasEnded = false
    let failure: { readonly cause: unknown } | null = null
    const finish = (end: JobEnd): void => {
      hasEnded = true
      clock.stop()
      // One by one: the worker has listeners of its own, which its messages need.
      worker.off('message', hear).off('error', fail).off('messageerror', garble).off('exit', leave)
      signal.removeEventListener('abort', leave)
      worker.unref()
      resolve(end)
    }
    const hear = (message: ThreadOutput): void => {
      if (message.kind === 'end') {
        const { outcome } = message
        finish(failure === null ? { kind: 'outcome', outcome } : { kind: 'unasked', ...failure })
        return
      }
      if (message.kind === 'began') {
        clock.start(workMs)
        return
      }
      clock.pause()
      const { id, question } = message
      void answerOf(chain, question).then(({ outcome, cause }) => {
        if (hasEnded) return
        if (!outcome.ok) failure = { cause }
        clock.resume()
        send({ kind: 'answer', id, outcome })
      })
    }
    const fail = (cause: Error & { readonly code?: string }): void =>
      finish(
        cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'broken', cause },
      )
    const garble = (cause: unknown): void => finish({ kind: 'broken', cause })
    const leave = (): void => finish({ kind: 'left' })
    const send = (input: ThreadInput) => worker.postMessage(input)
    worker.on('message', hear).on('error', fail).on('messageerror', garble).on('exit', leave)
    signal.addEventListener('abort', leave, { once: true })
    worker.ref()
    clock.start(loadMs)
    if (signal.aborted) leave()
    else send({ kind: 'job', chainId: chain.id, job })
  })
}

/** The answer of the chain, and the thrown error where there is none. */
type ChainAnswer = { readonly outcome: ThreadOutcome<unknown>; readonly cause: unknown }

async function answerOf(chain: ProvenChain, question: ChainQuestion): Promise<ChainAnswer> {
  try {
    const value =
      question.about === 'rpc'
        ? await chain.rpc.ask(question.calls)
        : await chain.readBlock(question.tag)
    return { outcome: { ok: true, value }, cause: null }
  } catch (cause) {
    return { outcome: { ok: false, failure: failureOf(cause) }, cause }
  }
}

/** Runs down while a thread works, and stands while it waits for the node. */
function openWorkClock(onSpent: () => void) {
  let leftMs = 0
  let beganMs = 0
  let timer: NodeJS.Timeout | undefined
  const pause = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    leftMs -= performance.now() - beganMs
  }
  const resume = (): void => {
    clearTimeout(timer)
    beganMs = performance.now()
    timer = setTimeout(onSpent, Math.max(0, leftMs))
  }
  return {
    start: (ms: number): void => {
      pause()
      leftMs = ms
      resume()
    },
    pause,
    resume,
    stop: (): void => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
