import { Agent, request } from 'node:http'
import type { AttackCase } from './attack.cases.ts'
import type { AttackReading, AttackService } from './attack-service.ts'

/** The effect of one case on the service and on the other tenant. */
export type AttackRow = AttackReading & {
  readonly name: string
  /** Of the attacker's requests; 0 for a connection that ended without an answer. */
  readonly statuses: readonly number[]
  /** Of the other tenant's reads, in milliseconds. */
  readonly p99Ms: number
  readonly reads: number
  /** Reads that were answered with anything but 200. */
  readonly failed: number
}

/** Milliseconds between the reads of the other tenant, which are sent whether or not the last was answered. */
const readEveryMs = 10

/** Runs a case while the other tenant reads. */
export async function runAttack(service: AttackService, attack: AttackCase): Promise<AttackRow> {
  const body = attack.body?.()
  const agent = new Agent({ keepAlive: true })
  const reads: { readonly status: number; readonly ms: number }[] = []
  const waiting = new Set<Promise<void>>()
  const read = () => {
    const began = performance.now()
    const pending = send(service, {
      method: 'GET',
      path: '/v1/vaults',
      key: service.otherKey,
      agent,
    })
      .then((status) => void reads.push({ status, ms: performance.now() - began }))
      .finally(() => waiting.delete(pending))
    waiting.add(pending)
  }
  const statuses: number[] = []
  const { method, path } = attack
  const reading = await service.during(async () => {
    const timer = setInterval(read, readEveryMs)
    for (let done = 0; done < attack.times; done += attack.atOnce) {
      const some = Array.from({ length: attack.atOnce }, (_, at) => {
        const key = service.keys[at % (attack.tenants ?? 1)] as string
        return send(service, { method, path, key, ...(body !== undefined && { body }) })
      })
      statuses.push(...(await Promise.all(some)))
    }
    // Whatever goes on behind an answer is felt, too.
    await new Promise((resolve) => setTimeout(resolve, 300))
    clearInterval(timer)
    await Promise.all(waiting)
  })
  agent.destroy()
  const times = reads.map(({ ms }) => ms).sort((one, next) => one - next)
  return {
    ...reading,
    name: attack.name,
    statuses,
    reads: reads.length,
    p99Ms: times[Math.min(times.length - 1, Math.floor(0.99 * times.length))] ?? 0,
    failed: reads.filter(({ status }) => status !== 200).length,
  }
}

/** The table of a run, as lines of Markdown. */
export function tableOf(rows: readonly AttackRow[]): string {
  const lines = rows.map((row) =>
    [
      '',
      row.name,
      [...new Set(row.statuses)].join(' '),
      row.delayMs.toFixed(0),

      row.workMs.toFixed(0),
      row.p99Ms.toFixed(0),
      `${row.failed} of ${row.reads}`,
      row.peakMb.toFixed(0),
      '',
    ]
      .join(' | ')
      .trim(),
  )
  const head = [
    '| case | answers | longest delay, ms | its own work, ms | p99 of the other, ms | reads that failed | memory at most, MB |',
    '|---|---|---|---|---|---|---|',
  ]
  return [...head, ...lines].join('\n')
}

type Sent = {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body?: Buffer
  readonly agent?: Agent
}

/** Sends one request; an answer counts also when the service closes before it has taken all. */
export function send(
  service: AttackService,
  { method, path, key, body, agent }: Sent,
): Promise<number> {
  return new Promise((resolve) => {
    const pending = request(`${service.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': body.length }),
      },
      ...(agent === undefined ? { agent: false as const } : { agent }),
    })
    pending.on('response', (response) => {
      response.resume()
      response.on('close', () => {
        pending.destroy()
        resolve(response.statusCode ?? 0)
      })
    })
    pending.on('error', () => resolve(0))
    pending.end(body)
  })
}
