import { revalidate, runtimePartOf } from '@vaultwright/base'
import { namedNodesOf, readNodePart } from '@vaultwright/chain'
import { environmentPartOf } from '@vaultwright/registry'
import { type MigrationReader, statusOf } from '@vaultwright/store'
import type { ApiEnv } from '../config/env.ts'
import type { PartCheck } from '../service/readiness.ts'

/** What a service looks at when it starts, and for as long as it runs. */
export type StartChecks = {
  readonly checks: readonly PartCheck[]
  readonly schema: MigrationReader
  /** Gives up what is being asked. */
  readonly close: () => void
}

/** Nodes are paid by the question, and each look opens the database anew. */
const nodesMaxAgeMs = 30_000
const schemaMaxAgeMs = 30_000

/**
 * Opens the checks of a service: the chain that each node shows, the version of Node, the names of variables,
 * and the migrations of the database.
 */
export function openStartChecks(env: ApiEnv): StartChecks {
  const nowMs = () => performance.now()
  const ending = new AbortController()
  const nodes = namedNodesOf(env.rpcUrls, env.solanaGenesisHash)
  const lookAtNodes = () => readNodePart(nodes, { signal: ending.signal })
  const nodePart = revalidate(lookAtNodes, { nowMs, maxAgeMs: nodesMaxAgeMs })
  const lookAtSchema = () => statusOf(env.databaseUrl, { poolSize: 1 })
  return {
    checks: [
      nodePart,
      async () => runtimePartOf(process.versions.node),
      async () => environmentPartOf(env.questions),
    ],
    schema: revalidate(lookAtSchema, { nowMs, maxAgeMs: schemaMaxAgeMs }),
    close: () => ending.abort(),
  }
}
