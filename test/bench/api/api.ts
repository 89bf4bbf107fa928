import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../figure.ts'
import { assertEqual, medianOf } from '../measure.ts'
import { type BenchCase, casesOf, variantOf } from './api.cases.ts'
import type { BareAnswer, BareOptions } from './api-bare.ts'
import { type BenchBase, type BenchStore, openBase, startWriting } from './api-base.ts'
import type { LoadAnswer, LoadOrder, LoadRequest } from './api-load.ts'
import type { ServiceMessage, ServiceOptions, ServiceReady } from './api-service.ts'
import type { Statement } from './api-statement.ts'
import { type BenchChild, type ProcessFigures, startChild } from './child.ts'

type ApiSize = {
  readonly stores: readonly BenchStore[]
  /** Requests of each case to each server before the first that counts: what builds is much code. */
  readonly warmups: number
  /** Requests of a round. */
  readonly count: number
  readonly rounds: number
  /** Requests that are on their way at once. */
  readonly connections: number
}

export const sizes = {
  full: {
    stores: ['sqlite', 'node', 'postgres'],
    warmups: 4_000,
    // Many short rounds: what else the machine does then meets both.
    count: 400,
    rounds: 31,
    connections: 10,
  },
  tiny: { stores: ['sqlite'], warmups: 2, count: 4, rounds: 1, connections: 2 },
} as const

/** Requests by different keys, and what each of them is answered: as many as the bare route has answers. */
const variants = 20

/**
 * Requests that were never asked before, while another process writes, against a bare Fastify route that runs the
 * same prepared statements and gives the same bytes: processor time of a request, p50, p99 and requests a second.
 * The ratio is ours over the bare route's.
 */
export async function benchApi(size: ApiSize): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-bench-'))
  const load = await startChild<object>(new URL('api-load.ts', import.meta.url), {})
  try {
    const figures: Figure[] = []
    for (const store of size.stores) {
      const base = await openBase(store, folder)
      try {
        const log = join(folder, `${store}.log`)
        figures.push(...(await compareOn({ store, base, size, load, log })))
      } finally {
        await base.close()
      }
    }
    return figures
  } finally {
    await load.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type StoreRun = {
  readonly store: BenchStore
  readonly base: BenchBase
  readonly size: ApiSize
  readonly load: BenchChild<object>
  readonly log: string
}

async function compareOn(run: StoreRun): Promise<readonly Figure[]> {
  const { databaseUrl } = run.base
  const withNode = run.store === 'node'
  const options: ServiceOptions = { databaseUrl, keyCount: variants, withNode }
  const program = new URL('api-service.ts', import.meta.url)
  const service = await startChild<ServiceReady>(program, options, run.log)
  try {
    const recorded = await recordAll(service, run.store)
    const { url } = await service.ask<{ readonly url: string }>(message('reopen'))
    const routes = recorded.flatMap(({ request: { method, paths }, answers }) =>
      paths.map((path) => ({ method, path, answers: answers.filter((one) => one.path === path) })),
    )
    const bareOptions: BareOptions = { databaseUrl, routes }
    const bareProgram = new URL('api-bare.ts', import.meta.url)
    const bare = await startChild<{ readonly url: string }>(bareProgram, bareOptions)
    const stopWriting = await startWriting(databaseUrl)
    try {
      const servers = {
        ours: { child: service, url, turn: 0 },
        theirs: { child: bare, url: bare.ready.url, turn: 0 },
      }
      return await raceAll({ ...run, servers, keys: service.ready.keys }, recorded)
    } finally {
      await stopWriting()
      await bare.stop()
    }
  } finally {
    await service.stop()
  }
}

type PathAnswer = BareAnswer & { readonly path: string }

type Recorded = { readonly request: BenchCase; readonly answers: readonly PathAnswer[] }

const message = (ask: ServiceMessage['ask']): ServiceMessage => ({ ask })

/**
 * Writes down what requests answer and what the database is asked for them, once everything that the service keeps is
 * kept: their caller, too, which only a write makes it forget.
 */
async function recordAll(
  service: BenchChild<ServiceReady>,
  store: BenchStore,
): Promise<readonly Recorded[]> {
  const { url, keys, manifest, copies } = service.ready
  const key = keys[0]!
  const ask = (path: string) => textOf(url, { method: 'GET', path, key, body: null })
  const recorded: Recorded[] = []
  for (const request of await casesOf(manifest, copies, ask)) {
    if (store === 'node' && request.method === 'GET') continue
    const turns = Math.max(variants, request.paths.length)
    const answers: PathAnswer[] = []
    for (let turn = -2 * request.paths.length; turn < turns; turn++) {
      await service.ask(message('statements'))
      const position = turn < 0 ? turn + 2 * request.paths.length : turn
      const text = await textOf(url, { ...variantOf(request, position), key })
      const statements = await service.ask<readonly Statement[]>(message('statements'))
      const path = request.paths[position % request.paths.length]!
      if (turn >= 0) answers.push({ path, statements, text })
    }
    recorded.push({ request, answers })
  }
  return recorded
}

type RaceServer = { readonly child: BenchChild<unknown>; readonly url: string; turn: number }

type Race = StoreRun & {
  readonly servers: Readonly<Record<'ours' | 'theirs', RaceServer>>
  readonly keys: readonly string[]
}

type RaceRound = LoadAnswer & { readonly cpu: number }

/** Both warm with everything first; then in turn, the first one of a round being the other each time. */
async function raceAll(race: Race, recorded: readonly Recorded[]): Promise<readonly Figure[]> {
  const { ours, theirs } = race.servers
  for (const { request } of recorded) {
    for (const server of [ours, theirs])
      await ask(race, server, { request, count: race.size.warmups })
  }
  const figures: Figure[] = []
  for (const { request, answers } of recorded) {
    const order = { request, count: race.size.count }
    const rounds = { ours: [] as RaceRound[], theirs: [] as RaceRound[] }
    for (let round = 0; round < race.size.rounds; round++) {
      const names = ['ours', 'theirs'] as const
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        rounds[name].push(await ask(race, race.servers[name], order))
      }
    }
    const name = `api-${race.store}-${request.name}`
    assertSameBytes(name, rounds.ours[0]!.bytes, rounds.theirs[0]!.bytes)
    const fresh = isFresh(request)
    figures.push(...figuresOf(name, { ...rounds, fresh }))
    const statements = medianOf(answers.map((answer) => answer.statements.length))
    figures.push({ ...alone, fresh, name: `${name}-statements`, ours: statements })
    const bytes = Buffer.byteLength(answers[0]!.text)
    figures.push({ ...alone, fresh, name: `${name}-bytes`, ours: bytes })
  }
  return figures
}

/** A text of amounts is a letter shorter or longer now and then; another answer is not so close. */
function assertSameBytes(name: string, ours: number, theirs: number): void {
  if (Math.abs(ours - theirs) > theirs / 100) assertEqual(`${name}, bytes`, ours, theirs)
}

type CaseOrder = { readonly request: BenchCase; readonly count: number }

async function ask(
  race: Race,
  server: RaceServer,
  { request, count }: CaseOrder,
): Promise<RaceRound> {
  const requests = Array.from({ length: count }, (): LoadRequest => {
    const turn = server.turn++
    return { ...variantOf(request, turn), key: race.keys[turn % race.keys.length]! }
  })
  const order: LoadOrder = { url: server.url, connections: race.size.connections, requests }
  const before = await server.child.ask<ProcessFigures>(message('figures'))
  const answer = await race.load.ask<LoadAnswer>(order)
  const after = await server.child.ask<ProcessFigures>(message('figures'))
  assertEqual(`${request.name}, answers with 200`, count, answer.statuses['200'])
  return { ...answer, cpu: (after.cpu - before.cpu) / count }
}

/** One request at once, whose text is not compressed. */
async function textOf(url: string, { method, path, key, body }: LoadRequest): Promise<string> {
  const headers = {
    authorization: `Bearer ${key}`,
    'accept-encoding': 'identity',
    'content-type': 'application/json',
  }
  const response = await fetch(`${url}${path}`, { method, headers, body })
  const text = await response.text()
  assertEqual(`${method} ${path}: ${text.slice(0, 200)}`, 200, response.status)
  return text
}

/** Sizes of a page come again after so many turns; vaults, trees and strategists much sooner. */
const turnsApart = 80

/** True if no request of a case is asked again soon. */
function isFresh(request: BenchCase): boolean {
  const [first, ...later] = Array.from({ length: turnsApart + 1 }, (_, turn) =>
    JSON.stringify(variantOf(request, turn)),
  )
  return later.every((one) => one !== first)
}

const alone = { peer: null, unit: 'count', theirs: null, ratio: null } as const

type Rounds = {
  readonly ours: readonly RaceRound[]
  readonly theirs: readonly RaceRound[]
  readonly fresh: boolean
}

/** The medians of all rounds. */
function figuresOf(name: string, { fresh, ...rounds }: Rounds): readonly Figure[] {
  const figure = (what: string, unit: Figure['unit'], of: (round: RaceRound) => number): Figure => {
    const ours = medianOf(rounds.ours.map(of))
    const theirs = medianOf(rounds.theirs.map(of))
    const ratio = ours / Math.max(theirs, Number.MIN_VALUE)
    return { name: `${name}${what}`, peer: 'fastify', unit, ours, theirs, ratio, fresh }
  }
  return [
    figure('', 'us', ({ cpu }) => cpu),
    figure('-p50', 'ms', ({ p50 }) => p50),
    figure('-p99', 'ms', ({ p99 }) => p99),
    figure('-rate', 'per second', ({ rate }) => rate),
  ]
}
