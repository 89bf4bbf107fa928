// The service under load, against a bare Fastify route that gives the same bytes:
// `node test/bench/api/api.mjs`, `--json`, or as a part of `npm run bench`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../../support/service/service-postgres.ts'
import { startRedis } from '../../support/service/service-redis.ts'
import { findRedisProgram } from '../../support/service/service-redis-program.ts'
import { medianOf } from '../measure.ts'
import { casesOf, wrongOf } from './api-case.mjs'
import { startChild } from './api-child.mjs'
import { memoryUnderLoad } from './api-memory.mjs'

const json = process.argv.includes('--json')
const rounds = Number(process.env.BENCH_API_ROUNDS ?? 3)
const spell = Number(process.env.BENCH_API_SECONDS ?? 2)
const only = process.env.BENCH_API_ONLY?.split(',') ?? null
/** How many requests are on their way at once. */
const connections = 10
/** The least share of the bare route's requests per second. */
const bar = 0.5

const folder = mkdtempSync(join(tmpdir(), 'vaultwright-bench-'))
const load = await startChild('api-load.mjs', {})
let missed = 0
try {
  const stores = (process.env.BENCH_API_STORES ?? 'sqlite,node,redis,postgres').split(',')
  if (stores.includes('sqlite')) await compare('sqlite', { databaseUrl: file('sqlite') })
  // With a node a build asks it for allowances and decimals at its newest block: its speed is the node's.
  if (stores.includes('node')) await compare('node', { databaseUrl: file('node'), withNode: true })
  if (stores.includes('redis')) await withRedis()
  if (stores.includes('postgres')) await withPostgres()
} finally {
  await load.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (missed > 0 && !json) console.log(`${missed} bars missed: on a busy machine, run again`)

function file(name) {
  return `sqlite:${join(folder, `${name}.db`)}`
}

/** Every request is counted in Redis. */
async function withRedis() {
  const program = await findRedisProgram()
  if ('missing' in program) return say(`redis: skipped, ${program.missing}`)
  const redis = await startRedis(program)
  try {
    const environment = { REDIS_URL: redis.url }
    await compare('redis', { databaseUrl: file('redis'), environment })
  } finally {
    await redis.stop()
  }
}

/** Nothing is kept from one request to the next: another process may have written. */
async function withPostgres() {
  const server = await openPostgres()
  try {
    await compare('postgres', { databaseUrl: server.url })
  } finally {
    await server.stop()
  }
}

function say(line) {
  if (!json) console.log(line)
}

async function compare(name, { databaseUrl, environment = {}, withNode = false }) {
  const keyCount = name === 'sqlite' ? 1_000 : 1
  const options = { databaseUrl, environment, keyCount, withNode }
  const service = await startChild('api-service.mjs', options, join(folder, `${name}.log`))
  const all = await prepare(service)
  const cases = withNode ? all.filter(({ method }) => method === 'POST') : all
  const bare = await startChild('api-bare.mjs', { cases })
  try {
    if (!json)
      print([
        'store',
        'operation',
        'ratios of the rounds',
        'median',
        'req/s',
        'bare',
        'cpu',
        'p50',
        'p99',
        'bare p50',
        'bare p99',
      ])
    for (const one of cases) report(name, one, await race({ service, bare }, one))
    if (name === 'sqlite' && only === null) {
      const { keys, manifest } = service.ready
      const mix = { keys, cases, wrong: wrongOf(manifest) }
      const memory = await memoryUnderLoad({ service, load, mix })
      if (memory.missed) missed++
      console.log(json ? JSON.stringify({ name: 'api-memory', ...memory }) : memory.text)
    }
  } finally {
    await bare.stop()
    await service.stop()
  }
}

/** What each case answers, once. */
async function prepare({ ready: { url, keys, manifest } }) {
  const cases = casesOf(manifest).filter(({ name }) => only === null || only.includes(name))
  const prepared = []
  for (const one of cases) {
    const path = one.pathOf === undefined ? one.path : await one.pathOf((path) => ask(path, {}))
    const headers = { authorization: `Bearer ${keys[0]}` }
    if (one.body !== undefined) headers['content-type'] = 'application/json'
    const text = await ask(path, one)
    const { pathOf: _, ...plain } = one
    prepared.push({ ...plain, path, headers, text })
  }
  return prepared

  async function ask(path, { method = 'GET', body }) {
    const headers = { authorization: `Bearer ${keys[0]}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(`${url}${path}`, { method, headers, body })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
    return text
  }
}

/** Both in turn, the first one of a round being the other each time. Warm means warm: what builds is much code. */
async function race(contenders, one) {
  const results = { service: [], bare: [] }
  for (const server of Object.values(contenders)) await run(server, one, 3 * spell)
  for (let round = 0; round < rounds; round++) {
    const names = Object.keys(contenders)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await run(contenders[name], one, spell))
    }
  }
  return results
}

async function run(server, { method, path, headers, body }, seconds) {
  const before = await server.ask({})
  // No key may ask more than a million times a minute, which a few seconds can reach.
  const headersOf = (key) => ({ ...headers, authorization: `Bearer ${key}` })
  const all = keysOf(server).map((key) => ({ method, path, headers: headersOf(key), body }))
  const one = { requests: all }
  const result = await load.ask({ url: server.ready.url, seconds, connections, one })
  const after = await server.ask({})
  const [status, ...others] = Object.keys(result.statuses)
  if (status !== '200' || others.length > 0 || result.failed > 0) {
    throw new Error(`${path}: ${JSON.stringify(result)}`)
  }
  return { ...result, cpu: (after.cpu - before.cpu) / result.count }
}

/** The bare route asks for none, and gets the same. */
function keysOf({ ready: { keys = ['none'] } }) {
  return keys.slice(0, 20)
}

function report(store, { name, text }, { service, bare }) {
  const ratios = service.map(({ rate }, round) => rate / bare[round].rate)
  const of = (results, key) => medianOf(results.map((result) => result[key]))
  const ratio = medianOf(ratios)
  const [ours, theirs] = [of(service, 'cpu'), of(bare, 'cpu')]
  const held = store !== 'sqlite' || ratio >= bar
  if (!held) missed++
  if (json) {
    console.log(
      JSON.stringify({
        name: `api-${store} ${name}`,
        peer: 'fastify',
        ratio: Number(ratio.toFixed(3)),
      }),
    )
    return
  }
  print([
    store,
    name,
    ratios.map((one) => one.toFixed(2)).join(' '),
    `${ratio.toFixed(2)}x`,
    of(service, 'rate').toFixed(0),
    of(bare, 'rate').toFixed(0),
    `${ours.toFixed(0)}/${theirs.toFixed(0)} us`,
    ...['p50', 'p99'].map((key) => of(service, key).toFixed(2)),
    ...['p50', 'p99'].map((key) => of(bare, key).toFixed(2)),
    `${text.length} B`,
    held ? '' : `MISSED ${bar}`,
  ])
}

function print(cells) {
  const widths = [9, 18, 6 * rounds + 2, 8, 8, 8, 12, 7, 7, 9, 9, 10, 0]
  console.log(cells.map((cell, at) => cell.padEnd(widths[at])).join(''))
}
