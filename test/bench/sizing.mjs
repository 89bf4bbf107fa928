// What an operator plans with: memory and time of the processes, and room of the database. Build first, then
//   node_modules/.bin/node test/bench/sizing.mjs
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const main = join(root, 'packages/cli/dist/main.js')
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-sizing-'))
const figures = {}

const demo = await start(['dev', 'serve', '--port', '0'])
const { database, url, key } = demoOf(demo.report)
figures['memory of demo, MB'] = memoryOf(demo.child.pid)
const file = join(folder, 'copy.sqlite')
figures['backup, ms'] = timed(() => program('db', 'backup', file, '--database', database))
const days = await countDays(url, key)
figures['vault-days'] = days
figures['database, kB a vault-day'] = round(statSync(file).size / 1024 / days)
const restored = join(folder, 'restored.sqlite')
figures['restore, ms'] = timed(() =>
  program('db', 'restore', file, '--database', `sqlite:${restored}`),
)
demo.child.kill('SIGTERM')
await demo.ended

const store = join(folder, 'store.sqlite')
copyFileSync(file, store)
const began = performance.now()
const api = await start(['serve', '--port', '0', '--database', `sqlite:${store}`])
figures['API: start, ms'] = Math.round(performance.now() - began)
figures['API: memory at rest, MB'] = memoryOf(api.child.pid)
figures['API: /readyz, ms'] = await timeOf(() => fetch(`${api.report.url}/readyz`), 200)
const headers = { authorization: `Bearer ${key}` }
figures['API: list of vaults, ms'] = await timeOf(
  () => fetch(`${api.report.url}/v1/vaults`, { headers }),
  50,
)
figures['API: memory after, MB'] = memoryOf(api.child.pid)
const stopped = performance.now()
api.child.kill('SIGTERM')
await api.ended
figures['API: stop, ms'] = Math.round(performance.now() - stopped)

const indexer = await start(['index', 'run', '--port', '0', '--database', `sqlite:${store}`])
await wait(2_000)
figures['indexer: memory at rest, MB'] = memoryOf(indexer.child.pid)
indexer.child.kill('SIGTERM')
await indexer.ended
rmSync(folder, { recursive: true, force: true })
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
process.exit(0)

function start(words) {
  const env = { PATH: process.env.PATH, HOME: folder }
  const child = spawn(process.execPath, [main, ...words, '--json'], { env })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stderr.resume()
  let text = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (part) => {
      text += part
      const [line] = text.split('\n', 1)
      if (text.includes('\n')) resolve({ child, ended, report: JSON.parse(line) })
    })
    void ended.then(() => reject(new Error(`${words.join(' ')} ended: ${text}`)))
  })
}

function demoOf(report) {
  return { url: report.url, key: report.key, database: report.database }
}

async function countDays(at, apiKey) {
  const ask = (path) =>
    fetch(`${at}${path}`, { headers: { authorization: `Bearer ${apiKey}` } }).then((a) => a.json())
  let count = 0
  for (const { vault_address: vault, chains } of (await ask('/v1/vaults')).data) {
    for (let cursor = ''; ; ) {
      const { data, page } = await ask(`/v1/vaults/${chains[0]}/${vault}/dailyData${cursor}`)
      count += data.length
      if (page.next_cursor === null) break
      cursor = `?cursor=${page.next_cursor}`
    }
  }
  return count
}

function program(...words) {
  const { status, stderr } = spawnSync(process.execPath, [main, ...words])
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`)
}

function timed(work) {
  const from = performance.now()
  work()
  return Math.round(performance.now() - from)
}

async function timeOf(ask, times) {
  const all = []
  for (let count = 0; count < times; count++) {
    const from = performance.now()
    await (await ask()).arrayBuffer()
    all.push(performance.now() - from)
  }
  return round(all.sort((one, other) => one - other)[Math.floor(times / 2)])
}

function memoryOf(pid) {
  const [, kB] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(kB) / 1024)
}

function round(value) {
  return Math.round(value * 10) / 10
}
