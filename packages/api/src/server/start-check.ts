import { revalidate, runtimePartOf } from '@vaultwright/base'
import { agreementPartOf, namedNodesOf, readNodePart } from '@vaultwright/chain'
import { environmentPartOf } from '@vaultwright/registry'
import { type MigrationReader, readValuesPart, type Store, statusOf } from '@vaultwright/store'
import { olderFormulas } from '@vaultwright/valuation'
import type { ApiEnv } from '../config/env.ts'
import type { PartCheck } from '../service/readiness.ts'

/** The checks of a service when it starts, and for as long as it runs. */
export type StartChecks = {
  readonly checks: readonly PartCheck[]
  readonly schema: MigrationReader
  readonly isDatabaseNew: boolean
  /** Gives up what is being asked. */
  readonly close: () => void
}

/** It reads every value. */
const valuesMaxAgeMs = 600_000

/** Opens the check whether values are those of this release's formulas. */
export function openValuesCheck(store: Pick<Store, 'derived'>): PartCheck {
  const look = () => readValuesPart(store, olderFormulas)
  return revalidate(look, { nowMs: () => performance.now(), maxAgeMs: valuesMaxAgeMs })
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
  const terms = { agreement: env.rpcAgreement, what: 'builds and simulations' }
  const agreementPart = agreementPartOf(nodes, terms)
  const lookAtSchema = () => statusOf(env.databaseUrl, { poolSize: 1 })
  return {
    checks: [
      nodePart,
      async () => agreementPart,
      async () => runtimePartOf(process.versions.node),
      async () => environmentPartOf(env.questions),
    ],
    isDatabaseNew: env.isDatabaseNew,
    schema: revalidate(lookAtSchema, { nowMs, maxAgeMs: schemaMaxAgeMs }),
    close: () => ending.abort(),
  }
}
