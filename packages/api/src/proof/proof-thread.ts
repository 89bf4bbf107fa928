import { parentPort } from 'node:worker_threads'
import type { ProvenChain, RpcAnswer, RpcCall } from '@vaultwright/chain'
import type { BlockRef, BlockTag } from '@vaultwright/outcome'
import {
  failureOf,
  resultOf,
  type ThreadFailure,
  type ThreadOutcome,
} from '../worker/thread-failure.ts'
import type { proveSimulation, readNewestState } from './proof-task.ts'

/** The job of a thread. */
export type ProofJob =
  | { readonly name: 'prove'; readonly input: Parameters<typeof proveSimulation>[1] }
  | { readonly name: 'state'; readonly input: Parameters<typeof readNewestState>[1] }

/** A thread's question about the chain; the process that started it asks the node. */
export type ChainQuestion =
  | { readonly about: 'rpc'; readonly calls: readonly RpcCall[] }
  | { readonly about: 'block'; readonly tag: BlockTag }

/** The message to a thread. */
export type ThreadInput =
  | { readonly kind: 'job'; readonly chainId: number; readonly job: ProofJob }
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: ThreadOutcome<unknown> }

/** The message of a thread. */
export type ThreadOutput =
  /** Its needs are loaded: its time runs from now on. */
  | { readonly kind: 'began' }
  | { readonly kind: 'question'; readonly id: number; readonly question: ChainQuestion }
  | { readonly kind: 'end'; readonly outcome: ThreadOutcome<unknown> }

const port = parentPort
const waiting = new Map<number, (outcome: ThreadOutcome<unknown>) => void>()
let questions = 0

port?.on('message', (message: ThreadInput) => {
  if (message.kind === 'job') return void run(message.chainId, message.job)
  const settle = waiting.get(message.id)
  waiting.delete(message.id)
  settle?.(message.outcome)
})

async function run(chainId: number, job: ProofJob): Promise<void> {
  try {
    const { proveSimulation, readNewestState } = await import('./proof-task.ts')
    send({ kind: 'began' })
    const chain = chainOver(chainId)
    const value =
      job.name === 'prove'
        ? await proveSimulation(chain, job.input)
        : await readNewestState(chain, job.input)
    send({ kind: 'end', outcome: { ok: true, value } })
  } catch (error) {
    const failure: ThreadFailure = failureOf(error)
    send({ kind: 'end', outcome: { ok: false, failure } })
  }
}

function chainOver(id: number): ProvenChain {
  return {
    id,
    rpc: {
      name: 'the process of this thread',
      ask: (calls) => ask({ about: 'rpc', calls }) as Promise<readonly RpcAnswer[]>,
      close: async () => undefined,
    },
    readBlock: (tag) => ask({ about: 'block', tag }) as Promise<BlockRef>,
  }
}

async function ask(question: ChainQuestion): Promise<unknown> {
  const id = questions++
  const outcome = await new Promise<ThreadOutcome<unknown>>((resolve) => {
    waiting.set(id, resolve)
    send({ kind: 'question', id, question })
  })
  return resultOf(outcome)
}

function send(output: ThreadOutput): void {
  port?.postMessage(output)
}
