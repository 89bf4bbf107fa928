import type { JobWorker } from './queue-backend.ts'

/** How work is let go of. */
export type WorkerRelease = {
  /** Tells the work to end. */
  readonly letGo: AbortController
  /** How long it may take before it is told so. */
  readonly closeMs: number
}

/** The time that cancelled work may still take. */
const graceMs = 2_000

/**
 * Closes workers in bounded time: they take no new jobs, what is being done may end, and what does not end
 * is left for other workers.
 */
export async function closeWorkers(
  workers: readonly JobWorker[],
  { letGo, closeMs }: WorkerRelease,
): Promise<void> {
  const closed = Promise.all(workers.map((worker) => worker.close())).then(
    () => true,
    () => true,
  )
  if (await Promise.race([closed, after(closeMs)])) return
  letGo.abort()
  if (await Promise.race([closed, after(graceMs)])) return
  // Their locks end by themselves, and their jobs are taken then.
  await Promise.allSettled(workers.map((worker) => worker.disconnect()))
}

function after(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref()
  })
}
