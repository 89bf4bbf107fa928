import { BaseError } from '@vaultwright/base'
import { parseSvmDefinition } from '@vaultwright/svm-builder'
import type { IndexContext } from '../context/context.ts'
import { readOutsidePrices } from '../price/outside-price.ts'
import { type DayNode, readSvmDay } from '../svm/svm-day.ts'
import { solana as solanaSlug } from '../svm/svm-scan.ts'
import { defineJob, done } from './job.ts'

/** The time after which a day that is not over at the last finalised slot is read again. */
const waitSeconds = 15

/** Reads a Solana vault at the end of a day, and keeps the reading. Its values are computed when they are asked for. */
export const svmReading = defineJob({
  kind: 'svm.reading',
  run: async ({ kind: _, day, ...vaultRef }, context) => {
    const { store, solana, observe } = context
    const vault = await store.svmVaults.find(vaultRef.tenantId, vaultRef)
    if (vault === null || vault.status === 'retired') return done
    if (solana === null) throw new SolanaWithoutNodeError()
    const { node, genesisHash } = solana
    // The same address is another vault on another cluster.
    const { genesisHash: expectedHash } = parseSvmDefinition(vault.definition)
    if (expectedHash !== genesisHash) throw new ForeignClusterError(expectedHash, genesisHash)
    const begun = performance.now()
    const counted = countCalls(node)
    const readPrices = (atUnix: bigint) => readSvmPrices(context, atUnix)
    const end = await readSvmDay({ store, node: counted.node, readPrices }, vault, day)
    if (end.kind === 'early') {
      const reason = `${day} is not over at slot ${end.slot}, of ${end.atUnix}.`
      return { kind: 'wait', seconds: waitSeconds, reason }
    }
    const ms = Math.round(performance.now() - begun)
    if (end.kind === 'added') {
      const calls = counted.calls()
      observe({ event: 'day_indexed', vaultRef, day, ms, rounds: calls, calls })
    } else observe({ event: end.kind === 'kept' ? 'day_kept' : 'day_lost', vaultRef, day })
    return done
  },
})

/** Prices that configuration and servers tell, each source without one reported. */
async function readSvmPrices(context: IndexContext, atUnix: bigint) {
  const { prices, nowUnix, askPrice, observe } = context
  const query = { chain: solanaSlug, atUnix, nowUnix: nowUnix() }
  const outside = await readOutsidePrices(prices.solana ?? [], query, askPrice)
  for (const failure of outside.failed) {
    observe({ event: 'price_failed', chain: solanaSlug, ...failure })
  }
  return outside
}

function countCalls({ accountsAt, tokenAccountsOf, signaturesOf, transactions }: DayNode) {
  let calls = 0
  const counted =
    <Args extends readonly unknown[], Value>(ask: (...args: Args) => Value) =>
    (...args: Args): Value => {
      calls += 1
      return ask(...args)
    }
  const node: DayNode = {
    accountsAt: counted(accountsAt),
    tokenAccountsOf: counted(tokenAccountsOf),
    signaturesOf: counted(signaturesOf),
    transactions: counted(transactions),
  }
  return { node, calls: () => calls }
}

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
