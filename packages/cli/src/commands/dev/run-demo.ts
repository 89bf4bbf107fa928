import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalChain, openLocalChain } from '@vaultwright/chain'
import { assertFree, assertNoFile, assertPort, reportedAnswer } from '../../command/service.ts'
import type { Answer, Context } from '../../terminal/context.ts'
import { type DemoOptions, localChainFolder, type StepTimer } from './demo-files.ts'
import { type DemoSolana, openDemoSolana } from './demo-solana.ts'

const defaultPort = 8080
/** Ctrl-C is the program's own. With chains of two packages in one process, no other listener handles these signals. */
const endings = ['SIGTERM', 'SIGHUP'] as const

/**
 * Starts the local chain, a store with its history, and the API, says so when all is ready, and keeps
 * them until the interrupt.
 */
export async function serveDemo(options: DemoOptions, context: Context): Promise<Answer> {
  assertNoFile(options, 'dev serve')
  const { port = defaultPort, 'chain-port': chainPort = 0 } = options
  assertPort(port, 'port')
  assertPort(chainPort, 'chain-port')
  await assertFree('127.0.0.1', port)
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const name of endings) process.on(name, end)
  const signal = AbortSignal.any([context.signal, ending.signal])
  const folder = localChainFolder()
  const place = mkdtempSync(join(tmpdir(), 'vaultwright-demo-'))
  const timed = openStepTimer(options, context)
  let local: LocalChain | null = null
  let openSolana: Promise<DemoSolana | null> = Promise.resolve(null)
  try {
    // Two programs load what they are to show, and this one what it needs beside them, all at once.
    const starting = openDemoSolana()
    openSolana = starting.catch(() => null)
    const openLocal = openLocalChain(folder, { port: chainPort, signal })
    const loadRest = import('./demo-service.ts')
    local = await timed('starting the local chain', () => openLocal)
    await goOnFromHead(local)
    const solana = await timed('starting the Solana chain', () => starting)
    const { runDemo } = await loadRest
    const state = { folder, place, port, local, solana, timed }
    await runDemo(options, { ...context, signal }, state)
  } catch (error) {
    // Whoever ends it by a signal knows that it ended.
    if (!ending.signal.aborted) throw error
  } finally {
    await (await openSolana)?.process?.close()
    await local?.anvil.close()
    rmSync(place, { recursive: true, force: true })
    for (const name of endings) process.off(name, end)
  }
  return reportedAnswer
}

function openStepTimer({ quiet, json }: DemoOptions, { stderr, now }: Context): StepTimer {
  return async (name, work) => {
    const from = now()
    const result = await work()
    if (!quiet && !json) stderr.write(`${name} … ${((now() - from) / 1_000).toFixed(1)} s\n`)
    return result
  }
}

/** Its history ends long before today: the next block follows it, instead of many empty days. */
async function goOnFromHead({ anvil, manifest }: LocalChain): Promise<void> {
  await anvil.rpc.ask([{ method: 'evm_setTime', params: [manifest.head.timestamp] }])
}
