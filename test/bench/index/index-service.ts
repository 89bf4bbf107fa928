// The indexer of the package in a process of its own, whose clock runs ahead: an hour of its work takes seconds.
import { parsePriceBook, readIndexerEnv, runIndexer } from '@vaultwright/indexer'
import { collectedFigures, hearOptions, type ProcessFigures, serveParent } from '../api/child.ts'

/** Options of the indexer's service. */
export type IndexServiceOptions = {
  readonly databaseUrl: string
  /** As LOCAL_RPC_URL: one node or several, with commas between. */
  readonly rpcUrls: string
  /** Text of a file of prices. */
  readonly prices: string
}

/** Minutes of work to be done, and what the process uses after them. */
export type IndexServiceMessage = { readonly minutes: number }

/** The time between two questions of a load balancer; `ready` and metrics are asked for · seconds. */
const readySeconds = 5
const metricsSeconds = 15

const { databaseUrl, rpcUrls, prices } = await hearOptions<IndexServiceOptions>()
// Whatever looks again after some time does so by this clock.
const realNow = performance.now.bind(performance)
let aheadMs = 0
performance.now = () => realNow() + aheadMs

const env = readIndexerEnv({
  DATABASE_URL: databaseUrl,
  LOCAL_RPC_URL: rpcUrls,
  INDEX_PORT: '0',
  // Scans are made below.
  INDEX_SCAN_SECONDS: '86400',
})
const running = await runIndexer(env, {
  observe: () => {},
  warn: () => {},
  prices: parsePriceBook(prices),
})
const { handle, queue } = running.indexer
const ending = new AbortController()
await untilIdle()

serveParent<IndexServiceMessage>({ ready: true }, work, running.close)

async function work({ minutes }: IndexServiceMessage): Promise<ProcessFigures> {
  for (let minute = 0; minute < minutes; minute++) {
    await handle({ kind: 'gaps.scan', chain: 'local' }, { attempt: 1, signal: ending.signal })
    await untilIdle()
    for (let second = 0; second < 60; second += readySeconds) {
      aheadMs += readySeconds * 1_000
      await read('/health/ready')
      if (second % metricsSeconds === 0) await read('/metrics')
    }
  }
  return collectedFigures()
}

async function read(path: string): Promise<void> {
  const answer = await fetch(`${running.url}${path}`)
  await answer.text()
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
}

async function untilIdle(): Promise<void> {
  for (;;) {
    const { waiting, active } = await queue.counts()
    if (waiting + active === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
