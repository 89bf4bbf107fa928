import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '@vaultwright/api'
import { readIndexerEnv } from '@vaultwright/indexer'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { deployText, filesIn, isVariableRead, readVariables } from './deployment.ts'

type Manifest = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly selector?: Readonly<Record<string, unknown>>
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: Pod
    }
  }
}
type Probe = { readonly httpGet: { readonly path: string; readonly port: string } }
type Pod = {
  readonly securityContext: { readonly runAsNonRoot: boolean }
  readonly terminationGracePeriodSeconds?: number
  readonly volumes: readonly { readonly name: string }[]
  readonly containers: readonly {
    readonly name: string
    readonly image: string
    readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } }
    readonly args: readonly string[]
    readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
    readonly livenessProbe?: Probe
    readonly readinessProbe?: Probe
    readonly resources: { readonly limits: { readonly memory: string } }
    readonly securityContext: { readonly readOnlyRootFilesystem: boolean }
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  }[]
}

const root = join(import.meta.dirname, '../..')
const manifests = filesIn('kubernetes', '.yaml').flatMap((file) =>
  parseAllDocuments(deployText(file)).map((document) => {
    expect([file, document.errors]).toEqual([file, []])
    return document.toJS() as Manifest
  }),
)
const find = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name)!
const pods = manifests.flatMap(({ metadata, spec }) =>
  spec?.template === undefined ? [] : [[metadata.name, spec.template.spec] as const],
)

/** The modules of Kubernetes' types of each kind. */
const modules: Readonly<Record<string, string>> = {
  'apps/v1': 'kubernetes-types/apps/v1',
  'batch/v1': 'kubernetes-types/batch/v1',
  'policy/v1': 'kubernetes-types/policy/v1',
  v1: 'kubernetes-types/core/v1',
}

/** Checks manifests by the types of Kubernetes' own interface: unknown keys are errors. @returns the errors. */
function errorsOf(all: readonly Manifest[]): string {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'kubernetes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const lines = all.map((manifest, index) => {
    const from = modules[manifest.apiVersion]
    expect([manifest.kind, from !== undefined]).toEqual([manifest.kind, true])
    const type = `import('${from}').${manifest.kind}`
    return `export const m${index}: ${type} = ${JSON.stringify(manifest)}`
  })
  const file = join(folder, 'manifests.ts')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--types', '']
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, [...flags, '--ignoreConfig', file], { encoding: 'utf8' })
  return stdout
}

test('golden: every manifest is one that the interface of Kubernetes takes', () => {
  expect(errorsOf(manifests)).toBe('')
})

test('refuses: a key that Kubernetes does not know, and a value of another type', () => {
  const api = find('Deployment', 'vaultwright-api')
  const wrong = (change: object) => errorsOf([{ ...api, spec: { ...api.spec, ...change } }])
  expect(wrong({ replica: 2 })).toMatch(/replica"' does not exist/)
  expect(wrong({ replicas: '2' })).toMatch(/not assignable to type 'number'/)
})

test('law: every variable is one that a program reads, and each secret is in the example', () => {
  const names = readVariables()
  const { data = {} } = find('ConfigMap', 'vaultwright')
  const { stringData = {} } = find('Secret', 'vaultwright')
  expect(Object.keys(data).filter((name) => !isVariableRead(name, names))).toEqual([])
  const files = Object.entries(data).filter(([name]) => name.endsWith('_FILE'))
  const named = files.map(([, path]) => path.replace('/run/secrets/vaultwright/', ''))
  expect(named.sort()).toEqual(Object.keys(stringData).sort())
  expect(
    Object.keys(data).filter((name) => /^(DATABASE|REDIS)_URL$|_RPC_URL$|_KEY$/.test(name)),
  ).toEqual([])
})

test('golden: with the example, both programs read what they need', () => {
  const { data = {} } = find('ConfigMap', 'vaultwright')
  const { stringData = {} } = find('Secret', 'vaultwright')
  const readText = (path: string) => stringData[path.replace('/run/secrets/vaultwright/', '')]!
  const api = readEnv(data, readText)
  expect(api.config).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    metrics: { host: '0.0.0.0', port: 9080, isChosen: true },
  })
  expect(api.databaseUrl).toBe(stringData['database-url'])
  const indexer = readIndexerEnv(data, readText)
  expect([indexer.host, indexer.port, indexer.adminKey]).toEqual([
    '0.0.0.0',
    9464,
    stringData['index-admin-key'],
  ])
  expect([api.questions, indexer.questions]).toEqual([[], []])
})

test('law: selectors choose their pods, and probes ask ports and paths that are there', () => {
  for (const { kind, metadata, spec } of manifests) {
    if (kind === 'Deployment')
      expect(spec?.selector).toEqual({ matchLabels: spec?.template?.metadata.labels })
    if (kind === 'Service')
      expect(spec?.selector).toEqual(find('Deployment', metadata.name).metadata.labels)
    if (kind === 'PodDisruptionBudget')
      expect(spec?.selector).toEqual({
        matchLabels: find('Deployment', metadata.name).metadata.labels,
      })
  }
  const paths = { '/healthz': 8080, '/readyz': 8080, '/health/live': 9464, '/health/ready': 9464 }
  for (const [name, { containers }] of pods) {
    for (const { ports = [], livenessProbe, readinessProbe } of containers) {
      for (const probe of [livenessProbe, readinessProbe]) {
        if (probe === undefined) continue
        const { path, port } = probe.httpGet
        const containerPort = ports.find((one) => one.name === port)?.containerPort
        expect([name, path, containerPort]).toEqual([name, path, paths[path as keyof typeof paths]])
      }
    }
  }
})

test('law: every pod runs without rights, and mounts what it has', () => {
  for (const [name, pod] of pods) {
    expect([name, pod.securityContext.runAsNonRoot]).toEqual([name, true])
    for (const { securityContext, resources, volumeMounts, image } of pod.containers) {
      expect(securityContext.readOnlyRootFilesystem).toBe(true)
      expect(resources.limits.memory).toMatch(/^\d+[MG]i$/)
      expect(volumeMounts.map((mount) => mount.name).sort()).toEqual(
        pod.volumes.map((volume) => volume.name).sort(),
      )
      expect(image).toMatch(/^vaultwright:\d+\.\d+\.\d+$/)
    }
    const { delayMs, drainMs } = readEnv({}).config
    const [container] = pod.containers
    const sleep = container?.lifecycle?.preStop?.sleep?.seconds ?? 0
    const isApi = container?.name === 'api'
    // Services forget a pod while it still answers.
    expect([name, sleep > 0]).toEqual([name, isApi])
    const work = drainMs / 1_000 + (isApi ? delayMs / 1_000 + sleep : 0)
    if (pod.terminationGracePeriodSeconds !== undefined)
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(work + 10)
  }
})
