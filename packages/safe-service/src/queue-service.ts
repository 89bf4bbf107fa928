import { printServiceEntry } from '@vaultwright/safe'
import { openExchange, ServiceRefusedError, type ServiceSettings } from './exchange.ts'
import { delegatesIn, listPages, rowsAtOnce } from './listing.ts'
import type { SafeService } from './safe-service.ts'
import { queryOf } from './transaction-service.ts'

/** The status of a delegate that the service has already. */
const conflict = 409

/**
 * Opens the Safe queue service: one base URL for all chains, the chain in the query or the body.
 *
 * Source: Safe's documentation, autumn 2026, for the list and the proposal; the other paths are those of the
 * transaction service without the slash at the end, and were not tried on the public service.
 */
export function openQueueService(settings: ServiceSettings): SafeService {
  const { chainId } = settings
  const baseUrl = (settings.url ?? 'https://api.safe.global/queue/api').replace(/\/+$/, '')
  const exchange = openExchange('queue service', baseUrl, settings)
  const { ask, act, usage } = exchange
  const chain = { chainId: String(chainId) }
  return {
    name: 'queue service',
    list: async (safe, fromNonce) => {
      const list = await listPages(exchange, (offset) => {
        const page = { limit: String(rowsAtOnce), offset: String(offset) }
        return `/v1/multisig-transactions/queue?${queryOf({ safes: `${safe}:${chainId}`, ...page })}`
      })
      // The query has no nonce: entries before it can never run.
      const isBefore = (row: unknown) => {
        const { nonce } = (row ?? {}) as { readonly nonce?: unknown }
        return /^\d{1,78}$/.test(String(nonce)) && BigInt(String(nonce)) < fromNonce
      }
      const rows = list.rows.filter((row) => !isBefore(row))
      const before = list.rows.length - rows.length
      return { ...list, rows, count: list.count === null ? null : list.count - before }
    },
    get: async (hash) => {
      const path = `/v1/multisig-transactions/${hash}?${queryOf(chain)}`
      const { status, body } = await ask({ method: 'GET', path })
      if (status === 404) return null
      if (status === 200) return body ?? null
      throw new ServiceRefusedError(exchange.name, status, 'It does not give the entry.')
    },
    propose: ({ safe, transaction, hash, sender, signature, origin }) =>
      act({
        method: 'POST',
        path: '/v1/multisig-transactions',
        body: {
          ...printServiceEntry(transaction, { safe, hash }),
          chainId,
          sender,
          signature,
          origin,
        },
      }),
    confirm: (hash, signature) =>
      act({
        method: 'POST',
        path: `/v1/multisig-transactions/${hash}/confirmations`,
        body: { chainId, signature },
      }),
    withdraw: (safe, hash, signature) =>
      act({
        method: 'DELETE',
        path: `/v1/multisig-transactions/${hash}`,
        body: { chainId, safe, safeTxHash: hash, signature },
      }),
    delegates: async (safe) => {
      const list = await listPages(exchange, (offset) => {
        const page = { limit: String(rowsAtOnce), offset: String(offset) }
        return `/v1/delegates?${queryOf({ safe, ...chain, ...page })}`
      })
      return delegatesIn(list.rows)
    },
    addDelegate: async ({ expiresAt, ...draft }) => {
      const body = { ...draft, chainId, expiryDate: expiresAt }
      try {
        await act({ method: 'POST', path: '/v1/delegates', body })
      } catch (error) {
        if (!(error instanceof ServiceRefusedError) || error.status !== conflict) throw error
      }
    },
    usage,
  }
}
