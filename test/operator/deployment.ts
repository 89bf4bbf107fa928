import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '@vaultwright/api'
import { type Readiness, readinessOf } from '@vaultwright/base'
import { openIndexMetrics, readIndexerEnv } from '@vaultwright/indexer'
import { chains, variablesOf } from '@vaultwright/registry'
import { openMetrics } from '../../packages/api/src/metrics/metrics.ts'

/** The folder of everything that an operator runs. */
export const deployFolder = join(import.meta.dirname, '../../deploy')

export const deployText = (path: string) => readFileSync(join(deployFolder, path), 'utf8')

export const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(deployFolder, folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => `${folder}/${file}`)

const ready = async (): Promise<Readiness> => readinessOf([])

/** Every metric that the API and the indexer export. */
export async function exportedMetrics(): Promise<ReadonlySet<string>> {
  const api = openMetrics()
  api.follow(ready)
  const indexer = await openIndexMetrics()
  indexer.follow({
    vaults: async () => [],
    queue: async () => ({ waiting: 0, active: 0, delayed: 0, parked: 0 }),
    chains: () => [],
    ready,
    backupUnix: async () => 0,
    navGapBps: 50,
    safes: async () => ({ safes: [], quotas: [] }),
    controls: () => [],
    withdraws: async () => [],
  })
  const names = new Set<string>()
  for (const text of [await api.print(), await indexer.print()]) {
    for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      names.add(name!)
      if (type === 'histogram')
        for (const end of ['bucket', 'count', 'sum']) names.add(`${name}_${end}`)
    }
  }
  return names
}

/** Names of metrics that an expression of Prometheus asks for. */
export const metricsIn = (expr: string): readonly string[] => [
  ...new Set(expr.match(/\bvaultwright_\w+/g) ?? []),
]

/** Every variable that the API or the indexer reads, secrets by their file too. */
export function readVariables(): ReadonlySet<string> {
  const names = new Set<string>(['SOLANA_RPC_URL', 'NODE_OPTIONS'])
  const asking = new Proxy<Record<string, string | undefined>>(
    {},
    { get: (_, name) => void names.add(String(name)) },
  )
  readEnv(asking)
  readIndexerEnv(asking)
  for (const { id } of chains)
    for (const part of ['RPC_URL', 'FORK_RPC_URL', 'FINALITY', 'RPC_PER_MINUTE'] as const)
      for (const name of variablesOf(id, part)) names.add(name)
  return names
}

/** True if the programs read a variable, or a file in its place. */
export function isVariableRead(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) || (name.endsWith('_FILE') && names.has(name.slice(0, -'_FILE'.length)))
}
