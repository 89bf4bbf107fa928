import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeKey } from '../../../packages/store/src/value/key.ts'
import type { Figure } from '../figure.ts'
import { type MemorySample, slopeOf } from '../index/slope.ts'
import { assertEqual } from '../measure.ts'
import { casesOf, variantOf, type WrongRequest, wrongOf } from './api.cases.ts'
import { openBase } from './api-base.ts'
import type { LoadAnswer, LoadOrder, LoadRequest } from './api-load.ts'
import type { ServiceMessage, ServiceOptions, ServiceReady } from './api-service.ts'
import { type BenchChild, type ProcessFigures, startChild } from './child.ts'

type MemorySize = {
  /** Requests between two looks at the memory. */
  readonly count: number
  /** Looks; what the first third of them shows is not counted. */
  readonly steps: number
  readonly keyCount: number
}

export const sizes = {
  full: { count: 10_000, steps: 12, keyCount: 1_000 },
  tiny: { count: 40, steps: 3, keyCount: 2 },
} as const

/** Requests of ten minutes: 1,000 keys at 60 a minute each. */
const tenMinutes = 600_000

/**
 * Lets every key ask everything, right and wrong, with something new in each request, and looks at the heap of the
 * service after a collection each time.
 *
 * @returns how much the heap grows by in the requests of ten minutes, along a line through the last two thirds.
 */
export async function benchApiMemory(size: MemorySize): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-bench-'))
  const load = await startChild<object>(new URL('api-load.ts', import.meta.url), {})
  const base = await openBase('sqlite', folder)
  const { databaseUrl } = base
  const options: ServiceOptions = { databaseUrl, keyCount: size.keyCount, withNode: false }
  const program = new URL('api-service.ts', import.meta.url)
  const service = await startChild<ServiceReady>(program, options, join(folder, 'service.log'))
  try {
    const samples = await sample(service, load, size)
    const later = samples.slice(size.steps / 3)
    const growth = Math.max(0, slopeOf(later) * tenMinutes)
    const alone = { peer: null, theirs: null, ratio: null, fresh: true } as const
    return [
      { ...alone, name: 'api-memory-growth', unit: 'MB', ours: growth },
      { ...alone, name: 'api-memory-heap', unit: 'MB', ours: samples.at(-1)!.heapMb },
      { ...alone, name: 'api-memory-requests', unit: 'count', ours: samples.at(-1)!.count },
    ]
  } finally {
    await service.stop()
    await base.close()
    await load.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sample(
  { ready: { keys, manifest, copies }, ask }: BenchChild<ServiceReady>,
  load: BenchChild<object>,
  { count, steps }: MemorySize,
): Promise<readonly MemorySample[]> {
  // Its statements are recorded until then, which takes memory.
  const reopen: ServiceMessage = { ask: 'reopen' }
  const { url } = await ask<{ readonly url: string }>(reopen)
  const askText = async (path: string) => {
    const headers = { authorization: `Bearer ${keys[0]}` }
    return (await fetch(`${url}${path}`, { headers })).text()
  }
  const right = await casesOf(manifest, copies, askText)
  const wrong = wrongOf(manifest)
  const samples: MemorySample[] = []
  for (let step = 0; step < steps; step++) {
    const requests = Array.from({ length: count }, (_, index): LoadRequest => {
      const turn = step * count + index
      const key = keys[turn % keys.length]!
      if (turn % 4 !== 0) return { ...variantOf(right[turn % right.length]!, turn), key }
      return renewed(wrong[(turn / 4) % wrong.length]!, key)
    })
    const order: LoadOrder = { url, connections: 20, requests }
    const { statuses } = await load.ask<LoadAnswer>(order)
    const failed = Object.keys(statuses).filter((status) => Number(status) >= 500)
    assertEqual('requests that a service fails to answer', '', failed.join())
    const message: ServiceMessage = { ask: 'collected figures' }
    const { heap } = await ask<ProcessFigures>(message)
    samples.push({ count: (step + 1) * count, heapMb: heap / 1e6 })
  }
  return samples
}

function renewed({ key, ...request }: WrongRequest, valid: string): LoadRequest {
  const renew = (text: string) => text.replaceAll('{anew}', () => randomBytes(20).toString('hex'))
  const { method, path, body } = request
  const renewedBody = body === null ? null : renew(body)
  return { method, path: renew(path), body: renewedBody, key: keyOf(key, valid) }
}

function keyOf(kind: WrongRequest['key'], valid: string): string {
  switch (kind) {
    case 'valid':
      return valid
    case 'unknown':
      return makeKey()
    case 'malformed':
      return `vw_live_${randomBytes(12).toString('hex')}`
  }
}
