import { ProofGivenUpError, type ProvenChain } from '@vaultwright/chain'
import { EvmTimeLimitError } from '@vaultwright/evm'
import type { SimulationRequest, SlotUse } from '@vaultwright/outcome'
import { openFairQueue } from '../limit/fair-queue.ts'
import { resultOf } from '../worker/thread-failure.ts'
import type { ProvenRun } from './proof-task.ts'
import type { ProofJob } from './proof-thread.ts'
import { openProofWorker, type ProofWorker, runJob } from './thread-job.ts'

/** A request that waits for a proof. */
export type ProofAsker = { readonly tenantId: string; readonly signal: AbortSignal }

/** Simulates on proven state in threads: what a transaction does to the EVM delays no other request. */
export type Prover = {
  /**
   * Simulates a transaction, so many at once, fairly by tenant.
   * @throws {EvmTimeLimitError} {ProofGivenUpError} when it needs more than there is for one; else a
   *   {ThreadError} with the code of what `simulateProvenOn` throws, and what asking the node throws.
   */
  readonly prove: (
    chain: ProvenChain,
    request: SimulationRequest,
    asker: ProofAsker,
  ) => Promise<ProvenRun>
  /**
   * Reads what a simulation read at the newest block.
   * @returns a state file, UTF-8.
   * @throws errors as `prove`.
   */
  readonly readState: (
    chain: ProvenChain,
    slotUse: SlotUse,
    asker: ProofAsker,
  ) => Promise<Uint8Array>
  readonly counts: () => ProofCounts
  /** Ends every thread; what waits is refused. */
  readonly close: () => Promise<void>
}

/** Jobs by how they ended, the most that ran at once, and threads that were started. */
export type ProofCounts = {
  readonly done: number
  readonly outOfTime: number
  readonly outOfMemory: number
  readonly maxAtOnce: number
  readonly threads: number
}

/** The limits of proofs. */
export type ProverLimits = {
  /** Threads at once. */
  readonly threads: number
  /** The number of one tenant that may wait. */
  readonly waiting: number
  /** Milliseconds that the EVM may run for one. */
  readonly mayRunMs: number
  /** Milliseconds of a thread's own work for one, with what comes before and after the EVM; then it is ended. */
  readonly workMs: number
  /** Milliseconds for one with waiting for its turn and for the node. */
  readonly totalMs: number
  /** MiB of a thread's heap. */
  readonly heapMb: number
}

/** Two at once, each 5 s of EVM; 3 s more are for proofs, the witness, and a step that cannot be interrupted. */
export const proverLimits: ProverLimits = {
  threads: 2,
  waiting: 16,
  mayRunMs: 5_000,
  workMs: 8_000,
  totalMs: 45_000,
  heapMb: 256,
}

/** Opens threads for proofs. None runs until there is something to prove. */
export function openProver(limits: ProverLimits = proverLimits): Prover {
  const { threads, waiting, mayRunMs, workMs, totalMs, heapMb } = limits
  const idle: ProofWorker[] = []
  const active = new Set<ProofWorker>()
  const counts = { done: 0, outOfTime: 0, outOfMemory: 0, maxAtOnce: 0, threads: 0 }
  let isClosed = false
  const queue = openFairQueue({
    concurrency: threads,
    perTenant: waiting,
    timeoutMs: totalMs,
    busy: () => new ProofGivenUpError('queue'),
    late: () => new ProofGivenUpError('time'),
  })

  const takeWorker = (): ProofWorker => {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (worker.isAlive()) return worker
    }
    counts.threads++
    return openProofWorker(heapMb)
  }

  const runOnce = async (chain: ProvenChain, job: ProofJob, signal: AbortSignal) => {
    const worker = takeWorker()
    active.add(worker)
    counts.maxAtOnce = Math.max(counts.maxAtOnce, active.size)
    const ended = await runJob(worker, { chain, job, signal, workMs })
    const isReusable = ended.kind === 'outcome' || ended.kind === 'unasked'
    if (isReusable && !isClosed) idle.push(worker)
    else await worker.end()
    active.delete(worker)
    switch (ended.kind) {
      case 'outcome':
        counts.done++
        return resultOf(ended.outcome)
      case 'unasked':
      case 'broken':
        throw ended.cause
      case 'memory':
        counts.outOfMemory++
        throw new ProofGivenUpError('memory')
      case 'time':
        counts.outOfTime++
        throw new EvmTimeLimitError(mayRunMs)
      case 'left':
        throw new ProofGivenUpError('time')
    }
  }

  const run = (chain: ProvenChain, job: ProofJob, { tenantId, signal }: ProofAsker) => {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(totalMs)])
    return queue.run(tenantId, () => runOnce(chain, job, ending), signal)
  }

  return {
    prove: async (chain, request, asker) => {
      const job: ProofJob = { name: 'prove', input: { request, mayRunMs } }
      return (await run(chain, job, asker)) as ProvenRun
    },
    readState: async (chain, slotUse, asker) => {
      const job: ProofJob = { name: 'state', input: { slotUse } }
      return (await run(chain, job, asker)) as Uint8Array
    },
    counts: () => ({ ...counts }),
    close: async () => {
      isClosed = true
      queue.close()
      await Promise.all([...idle.splice(0), ...active].map((worker) => worker.end()))
    },
  }
}
