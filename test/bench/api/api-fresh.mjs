// Requests that were never asked before, against a bare Fastify route that runs the same prepared statements and
// gives the same bytes: `node --conditions=source test/bench/api/api-fresh.mjs`, `--json` for one line a figure.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../packages/store/src/index.ts'
import { openPostgres } from '../../support/service/service-postgres.ts'
import { casesOf } from './api-case.mjs'
import { startChild } from './api-child.mjs'

const json = process.argv.includes('--json')
const count = Number(process.env.BENCH_API_COUNT ?? 300)
const stores = (process.env.BENCH_API_STORES ?? 'sqlite,node,postgres').split(',')
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-fresh-'))
const columns = ['store', 'operation', 'cpu us', 'bare us', 'ratio', 'p50 ms', 'p99 ms', 'req/s']
if (!json) print([...columns, `load ${loadavg()[0].toFixed(2)}`])
try {
  for (const name of stores) {
    if (name === 'postgres') {
      const server = await openPostgres()
      await compare(name, server.url).finally(() => server.stop())
    } else await compare(name, `sqlite:${join(folder, `${name}.db`)}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function compare(name, databaseUrl) {
  const withNode = name === 'node'
  const options = { databaseUrl, environment: {}, keyCount: 20, withNode, records: true }
  const service = await startChild('api-service.mjs', options, join(folder, `${name}.log`))
  const write = await openWriter(databaseUrl)
  try {
    const { url, keys, manifest } = service.ready
    const cases = casesOf(manifest).filter(({ method }) => !withNode || method === 'POST')
    const recorded = []
    for (const request of cases) {
      const asked = { ...request, path: await pathOf(request, { url, keys }) }
      recorded.push(await record(service, { url, keys, write }, asked))
    }
    const { url: fresh } = await service.ask({ reopen: true })
    for (const { name: operation, entries } of recorded) {
      const cases = entries.filter(
        ({ path }, at) => entries.findIndex((e) => e.path === path) === at,
      )
      const bare = await startChild('api-bare.mjs', { databaseUrl, cases })
      try {
        const ours = await measure({ server: service, url: fresh }, entries, { keys, write })
        const theirs = await measure({ server: bare, url: bare.ready.url }, entries, {
          keys,
          write,
        })
        report(name, operation, { ours, theirs })
      } finally {
        await bare.stop()
      }
    }
  } finally {
    await write.close()
    await service.stop()
  }
}

async function pathOf({ path, pathOf: find }, { url, keys }) {
  if (find === undefined) return path
  return find(async (path) => (await ask(`${url}${path}`, { key: keys[0] })).text)
}

/** Each of them was never asked before: another amount, another key, other days, and a write before it. */
function distinct({ name, path, body }, turn) {
  const amount = `1.${String(turn + 1).padStart(6, '0')}1`
  const day = new Date(Date.UTC(2020, 0, 1 + turn)).toISOString().slice(0, 10)
  if (body !== undefined) {
    return { path, body: body.replace(/"amount":"[^"]*"/, `"amount":"${amount}"`) }
  }
  return { path: name === 'dailyData' ? `${path}?from=${day}` : path }
}

/** What each request answers, and what the database is asked for it. */
async function record(service, { url, keys, write }, request) {
  const entries = []
  for (let turn = 0; turn < 2 * count; turn++) {
    const { path, body } = distinct(request, turn)
    await write()
    await service.ask({ statements: true })
    const { text } = await ask(`${url}${path}`, { key: keys[turn % keys.length], body })
    const statements = await service.ask({ statements: true })
    entries.push({
      method: request.method,
      path: path.split('?')[0],
      full: path,
      body,
      statements,
      text,
    })
  }
  return { name: request.name, entries }
}

/** The first half makes the code warm, the second half counts. */
async function measure({ server, url }, entries, { keys, write }) {
  const times = []
  let before = { cpu: 0 }
  for (const [turn, { full, body }] of entries.entries()) {
    await write()
    // Asked for each request, the messages themselves would cost as much as what they measure.
    if (turn === count) before = await server.ask({})
    const { ms } = await ask(`${url}${full}`, { key: keys[turn % keys.length], body })
    if (turn >= count) times.push(ms)
  }
  const cpu = (await server.ask({})).cpu - before.cpu
  times.sort((first, second) => first - second)
  const at = (share) => times[Math.floor(share * times.length)]
  const rate = (1_000 * times.length) / times.reduce((sum, ms) => sum + ms, 0)
  return { cpu: cpu / times.length, p50: at(0.5), p99: at(0.99), rate }
}

async function ask(url, { key, body }) {
  const headers = { authorization: `Bearer ${key}` }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const beganMs = performance.now()
  const response = await fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`)
  return { text, ms: performance.now() - beganMs }
}

/** Writes as another process does: what the service keeps of the store's state is over. */
async function openWriter(databaseUrl) {
  const store = await openStore(databaseUrl)
  const [tenant] = await store.tenants.list()
  let turn = 0
  const write = async () => {
    const user = { name: `writer ${turn++}`, role: 'viewer' }
    await store.users.create(tenant.id, user, 'local:bench')
  }
  write.close = () => store.close()
  return write
}

function report(store, operation, { ours, theirs }) {
  const ratio = ours.cpu / theirs.cpu
  if (json) {
    const figures = {
      cpu: ours.cpu,
      bare: theirs.cpu,
      p50: ours.p50,
      p99: ours.p99,
      rate: ours.rate,
    }
    console.log(
      JSON.stringify({
        name: `api-fresh-${store} ${operation}`,
        peer: 'fastify',
        ratio,
        ...figures,
      }),
    )
    return
  }
  const numbers = [ours.cpu.toFixed(0), theirs.cpu.toFixed(0), `${ratio.toFixed(2)}x`]
  print([
    store,
    operation,
    ...numbers,
    ours.p50.toFixed(2),
    ours.p99.toFixed(2),
    ours.rate.toFixed(0),
  ])
}

function print(cells) {
  const widths = [10, 18, 9, 9, 8, 9, 9, 8, 0]
  console.log(cells.map((cell, at) => cell.padEnd(widths[at])).join(''))
}
