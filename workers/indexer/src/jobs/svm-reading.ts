import { BaseError } from '@vaultwright/base'
import { parseSvmDefinition } from '@vaultwright/svm-builder'
import { readSvmDay } from '../svm/svm-day.ts'
import { defineJob, done } from './job.ts'

/** The time after which a day that is not over at the last finalised slot is read again. */
const waitSeconds = 15

/** Reads a Solana vault at the end of a day, and keeps the reading. Its values are computed when they are asked for. */
export const svmReading = defineJob({
  kind: 'svm.reading',
  run: async ({ kind: _, day, ...vaultRef }, { store, solana, observe }) => {
    const vault = await store.svmVaults.find(vaultRef.tenantId, vaultRef)
    if (vault === null || vault.status === 'retired') return done
    if (solana === null) throw new SolanaWithoutNodeError()
    const { node, genesisHash } = solana
    // The same address is another vault on another cluster.
    const { genesisHash: expectedHash } = parseSvmDefinition(vault.definition)
    if (expectedHash !== genesisHash) throw new ForeignClusterError(expectedHash, genesisHash)
    const begun = performance.now()
    const end = await readSvmDay({ store, node }, vault, day)
    if (end.kind === 'early') {
      const reason = `${day} is not over at slot ${end.slot}, of ${end.atUnix}.`
      return { kind: 'wait', seconds: waitSeconds, reason }
    }
    const ms = Math.round(performance.now() - begun)
    if (end.kind === 'added') {
      observe({ event: 'day_indexed', vaultRef, day, ms, rounds: 1, calls: 1 })
    } else observe({ event: end.kind === 'kept' ? 'day_kept' : 'day_lost', vaultRef, day })
    return done
  },
})

/** Solana vaults are to be read, and no node of Solana is configured. */
export class SolanaWithoutNodeError extends BaseError {
  override readonly code = 'solana_without_node'
  override readonly kind = 'unavailable'

  constructor() {
    super({
      message: 'Solana has no node. Set SOLANA_RPC_URL to the URLs of its nodes.',
      facts: { variable: 'SOLANA_RPC_URL' },
    })
  }
}

/** A vault is of another cluster than the nodes that are configured. */
export class ForeignClusterError extends BaseError {
  override readonly code = 'foreign_cluster'
  override readonly kind = 'unsupported'

  constructor(wanted: string, configured: string) {
    super({
      message: `The vault is of the cluster with genesis hash ${wanted}, and the nodes are of ${configured}. Set SOLANA_RPC_URL and SOLANA_GENESIS_HASH to the cluster of the vault.`,
      facts: { wanted, configured },
    })
  }
}
