// Requests that were never asked before, beside a writer, against a bare Fastify route that runs the same prepared
// statements and gives the same bytes: `node --conditions=source test/bench/api/api-fresh.ts`, `--json` for one line
// a figure.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../packages/store/src/index.ts'
import { openPostgres } from '../../support/service/service-postgres.ts'
import { startRedis } from '../../support/service/service-redis.ts'
import { findRedisProgram } from '../../support/service/service-redis-program.ts'
import { type BenchChild, type ProcessFigures, startChild } from '../child.ts'
import type { Figure } from '../figure.ts'
import type { BareAnswer, BareOptions } from './api-bare.ts'
import { askingCasesOf, type BenchCase, casesOf, variantOf } from './api-case.ts'
import type { LoadOrder, LoadRequest } from './api-load.ts'
import { type LoadAnswer, medianOf } from './api-percentile.ts'
import type { ServiceMessage, ServiceOptions, ServiceReady } from './api-service.ts'
import type { Statement } from './api-statement.ts'

/** What a service stands on: `node` builds with a node, `redis` counts requests in Redis; both have SQLite. */
export type FreshStore = 'sqlite' | 'node' | 'redis' | 'postgres'

/** How much is measured. */
export type FreshSize = {
  readonly stores: readonly FreshStore[]
  /** Names of cases; all for null. */
  readonly only: readonly string[] | null
  /** Requests of each server that make its code warm. */
  readonly warm: number
  /** Requests of each server in a round. */
  readonly count: number
  readonly rounds: number
  /** Requests that are on their way at once. */
  readonly connections: number
}

/** What one case came to. */
type Comparison = {
  readonly store: FreshStore
  readonly name: string
  /** Requests of the service and of the bare route, round by round. */
  readonly ours: readonly Run[]
  readonly theirs: readonly Run[]
  /** What the database is asked for one request. */
  readonly statements: number
}

type Run = LoadAnswer & { readonly cpu: number }
type Service = BenchChild<ServiceReady>

/** Requests by different keys, and what each of them is answered: as many as the bare route has answers. */
const variants = 20
const keyCount = 20
/** How often another process writes · ms. */
const writeEveryMs = 50

/**
 * Measures requests that were never asked before.
 *
 * @returns for each store and case the processor time of a request, and p50, p99 and rate under load, each beside the
 * bare route's; and the statements of a request.
 */
export async function benchFresh(size: FreshSize): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-fresh-'))
  const load = await startChild<object>(new URL('api-load.ts', import.meta.url), {})
  const figures: Figure[] = []
  try {
    for (const store of size.stores) {
      const base = await openBase(store, folder)
      if (base === null) continue
      try {
        for (const one of await compareStore(store, base, { size, load, folder })) {
          figures.push(...figuresOf(one))
        }
      } finally {
        await base.close()
      }
    }
  } finally {
    await load.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}

type Base = {
  readonly databaseUrl: string
  readonly environment: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/** @returns null where no program is installed for it. */
async function openBase(store: FreshStore, folder: string): Promise<Base | null> {
  const file = `sqlite:${join(folder, `${store}.db`)}`
  switch (store) {
    case 'sqlite':
    case 'node':
      return { databaseUrl: file, environment: {}, close: async () => {} }
    case 'postgres': {
      const server = await openPostgres()
      return { databaseUrl: server.url, environment: {}, close: () => server.stop() }
    }
    case 'redis': {
      const program = await findRedisProgram()
      if ('missing' in program) {
        console.error(`redis: skipped, ${program.missing}`)
        return null
      }
      const redis = await startRedis(program)
      const environment = { REDIS_URL: redis.url }
      return { databaseUrl: file, environment, close: () => redis.stop() }
    }
  }
}

type Tools = {
  readonly size: FreshSize
  readonly load: BenchChild<object>
  readonly folder: string
}

async function compareStore(
  store: FreshStore,
  { databaseUrl, environment }: Base,
  { size, load, folder }: Tools,
): Promise<readonly Comparison[]> {
  const withNode = store === 'node'
  const options: ServiceOptions = { databaseUrl, environment, keyCount, withNode }
  const program = new URL('api-service.ts', import.meta.url)
  const service: Service = await startChild(program, options, join(folder, `${store}.log`))
  const comparisons: Comparison[] = []
  try {
    const { keys } = service.ready
    const recorded = []
    for (const one of await casesFor(service, store, size.only)) {
      recorded.push({ asked: one, answers: await record(service, one) })
    }
    const { url } = await service.ask<{ url: string }>(message('reopen'))
    const stopWriting = await startWriting(databaseUrl)
    try {
      for (const { asked, answers } of recorded) {
        const routes = [{ method: asked.method, path: asked.path, answers }]
        const bareOptions: BareOptions = { databaseUrl, routes }
        const bare: BenchChild<{ url: string }> = await startChild(
          new URL('api-bare.ts', import.meta.url),
          bareOptions,
        )
        try {
          const sides = {
            service: { child: service, url },
            bare: { child: bare, url: bare.ready.url },
          }
          const { ours, theirs } = await race(sides, { asked, keys, size, load })
          const statements = medianOf(answers.map((answer) => answer.statements.length))
          comparisons.push({ store, name: asked.name, ours, theirs, statements })
        } finally {
          await bare.stop()
        }
      }
    } finally {
      await stopWriting()
    }
  } finally {
    await service.stop()
  }
  return comparisons
}

const message = (ask: ServiceMessage['ask']): ServiceMessage => ({ ask })

/** What is asked, with the paths that only the service knows. */
async function casesFor(
  { ready: { url, keys, manifest } }: Service,
  store: FreshStore,
  only: FreshSize['only'],
): Promise<readonly BenchCase[]> {
  const builds = casesOf(manifest).filter(({ method }) => method === 'POST')
  const all = store === 'node' ? [...builds, ...askingCasesOf(manifest)] : casesOf(manifest)
  const chosen = all.filter(({ name }) => only === null || only.includes(name))
  return Promise.all(
    chosen.map(async ({ pathOf, ...one }) => {
      if (pathOf === undefined) return one
      const ask = (path: string) => askOnce(url, { method: 'GET', path, key: keys[0]! })
      return { ...one, path: await pathOf(ask) }
    }),
  )
}

/**
 * Writes down what requests answer and what the database is asked for them, once everything that the service keeps is
 * kept: their caller, too, which only a write makes it forget.
 */
async function record(service: Service, asked: BenchCase): Promise<readonly BareAnswer[]> {
  const { url, keys } = service.ready
  const [key] = keys
  const answers: BareAnswer[] = []
  for (let turn = -2; turn < variants; turn++) {
    await service.ask(message('statements'))
    const variant = { method: asked.method, ...variantOf(asked, Math.max(turn, 0)), key: key! }
    const text = await askOnce(url, variant)
    const statements = await service.ask<readonly Statement[]>(message('statements'))
    if (turn >= 0) answers.push({ statements, text })
  }
  return answers
}

type Sides = Readonly<
  Record<'service' | 'bare', { readonly child: BenchChild<unknown>; readonly url: string }>
>

type Race = Pick<Tools, 'size' | 'load'> & {
  readonly asked: BenchCase
  readonly keys: readonly string[]
}

/** Both in turn, the first one of a round being the other each time. */
async function race(sides: Sides, { asked, keys, size, load }: Race) {
  const results = { service: [] as Run[], bare: [] as Run[] }
  const turns = { service: 0, bare: 0 }
  const run = async (name: keyof Sides, count: number): Promise<Run> => {
    const { child, url } = sides[name]
    const requests = Array.from({ length: count }, (): LoadRequest => {
      const turn = turns[name]++
      return { method: asked.method, ...variantOf(asked, turn), key: keys[turn % keys.length]! }
    })
    const order: LoadOrder = { url, connections: size.connections, requests }
    const before = await child.ask<ProcessFigures>(message('figures'))
    const answer = await load.ask<LoadAnswer>(order)
    const after = await child.ask<ProcessFigures>(message('figures'))
    if (answer.statuses['200'] !== count) {
      throw new Error(`${asked.name}: ${JSON.stringify(answer)} of the ${name} route`)
    }
    return { ...answer, cpu: (after.cpu - before.cpu) / count }
  }
  for (const name of ['service', 'bare'] as const) await run(name, size.warm)
  for (let round = 0; round < size.rounds; round++) {
    const names = ['service', 'bare'] as const
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await run(name, size.count))
    }
  }
  return { ours: results.service, theirs: results.bare }
}

async function askOnce(url: string, { method, path, key, body }: LoadRequest): Promise<string> {
  const headers = {
    authorization: `Bearer ${key}`,
    // What is compressed has other bytes.
    'accept-encoding': 'identity',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return text
}

/** Writes as an indexer in another process does. @returns what ends it. */
async function startWriting(databaseUrl: string): Promise<() => Promise<void>> {
  const store = await openStore(databaseUrl)
  let number = 0n
  let writing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    number++
    const hash = `0x${number.toString(16).padStart(64, '0')}` as const
    const head = { chain: 'bench', number, hash, atUnix: number }
    writing = writing.then(() => store.heads.raise(head))
  }, writeEveryMs)
  return async () => {
    clearInterval(timer)
    await writing
    await store.close()
  }
}

/** The medians of all rounds. */
function figuresOf({ store, name, ours, theirs, statements }: Comparison): readonly Figure[] {
  const figure = (what: string, unit: Figure['unit'], of: (run: Run) => number): Figure => {
    const [own, peers] = [medianOf(ours.map(of)), medianOf(theirs.map(of))]
    const title = `api-fresh-${store}-${name}${what}`
    return {
      name: title,
      peer: 'fastify',
      unit,
      ours: own,
      theirs: peers,
      ratio: own / peers,
      fresh: true,
    }
  }
  const alone = { peer: null, theirs: null, ratio: null, fresh: true } as const
  return [
    figure('', 'us', ({ cpu }) => cpu),
    figure('-p50', 'ms', ({ p50 }) => p50),
    figure('-p99', 'ms', ({ p99 }) => p99),
    figure('-rate', 'per second', ({ rate }) => rate),
    figure('-bytes', 'count', ({ bytes }) => bytes),
    { name: `api-fresh-${store}-${name}-statements`, unit: 'count', ours: statements, ...alone },
  ]
}

function printTable(figures: readonly Figure[]): void {
  const widths = [40, 9, 9, 9, 9, 9, 9, 9, 9, 9]
  const print = (cells: readonly string[]) =>
    console.log(cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(''))
  const titles = ['cpu us', 'bare us', 'ratio', 'p50 ms', 'bare', 'p99 ms', 'bare', 'req/s', 'bare']
  print([`fresh requests, load ${loadavg()[0]!.toFixed(1)}`, ...titles, 'statements'])
  const of = (name: string) => figures.find((figure) => figure.name === name)!
  for (const { name, ours, theirs, ratio } of figures.filter(({ unit }) => unit === 'us')) {
    const pair = ({ ours, theirs }: Figure, digits: number) =>
      [ours, theirs!].map((number) => number.toFixed(digits))
    print([
      name,
      ...pair({ ...of(name), ours, theirs }, 0),
      `${ratio!.toFixed(2)}x`,
      ...pair(of(`${name}-p50`), 2),
      ...pair(of(`${name}-p99`), 2),
      ...pair(of(`${name}-rate`), 0),
      `${of(`${name}-statements`).ours}`,
    ])
  }
}

if (import.meta.main) {
  const { BENCH_API_STORES, BENCH_API_ONLY, BENCH_API_WARM, BENCH_API_COUNT } = process.env
  const figures = await benchFresh({
    stores: (BENCH_API_STORES?.split(',') as FreshStore[] | undefined) ?? [
      'sqlite',
      'node',
      'postgres',
    ],
    only: BENCH_API_ONLY?.split(',') ?? null,
    warm: Number(BENCH_API_WARM ?? 3_000),
    count: Number(BENCH_API_COUNT ?? 1_000),
    rounds: 3,
    connections: 10,
  })
  if (process.argv.includes('--json')) {
    for (const figure of figures) console.log(JSON.stringify(figure))
  } else printTable(figures)
}
