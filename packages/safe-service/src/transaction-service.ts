import { BaseError } from '@vaultwright/base'
import { safeServiceName } from '@vaultwright/registry'
import { printServiceEntry } from '@vaultwright/safe'
import { openExchange, ServiceRefusedError, type ServiceSettings } from './exchange.ts'
import { delegatesIn, listPages, rowsAtOnce } from './listing.ts'
import type { SafeService } from './safe-service.ts'

/**
 * Opens the Safe transaction service, version 2 of its interface: one base URL a chain.
 *
 * Source: the service's published interface, 6.10.
 *
 * @throws {NoSafeServiceError} when no URL is given and the chain has no public service.
 */
export function openTransactionService(settings: ServiceSettings): SafeService {
  const exchange = openExchange('transaction service', baseUrlOf(settings), settings)
  const { ask, act, usage } = exchange
  return {
    name: 'transaction service',
    list: (safe, fromNonce) =>
      listPages(exchange, (offset) => {
        const fields = { executed: 'false', trusted: 'false', nonce__gte: String(fromNonce) }
        const page = { ordering: 'nonce', limit: String(rowsAtOnce), offset: String(offset) }
        return `/v2/safes/${safe}/multisig-transactions/?${queryOf({ ...fields, ...page })}`
      }),
    get: async (hash) => {
      const { status, body } = await ask({
        method: 'GET',
        path: `/v2/multisig-transactions/${hash}/`,
      })
      if (status === 404) return null
      if (status === 200) return body ?? null
      throw new ServiceRefusedError(exchange.name, status, 'It does not give the entry.')
    },
    propose: ({ safe, transaction, hash, sender, signature, origin }) =>
      act({
        method: 'POST',
        path: `/v2/safes/${safe}/multisig-transactions/`,
        body: { ...printServiceEntry(transaction, { safe, hash }), sender, signature, origin },
      }),
    confirm: (hash, signature) =>
      act({
        method: 'POST',
        path: `/v1/multisig-transactions/${hash}/confirmations/`,
        body: { signature },
      }),
    withdraw: (_, hash, signature) =>
      act({
        method: 'DELETE',
        path: `/v2/multisig-transactions/${hash}/`,
        body: { safeTxHash: hash, signature },
      }),
    delegates: async (safe) => {
      const list = await listPages(exchange, (offset) => {
        const page = { limit: String(rowsAtOnce), offset: String(offset) }
        return `/v2/delegates/?${queryOf({ safe, ...page })}`
      })
      return delegatesIn(list.rows)
    },
    addDelegate: ({ expiresAt, ...draft }) =>
      act({ method: 'POST', path: '/v2/delegates/', body: { ...draft, expiryDate: expiresAt } }),
    usage,
  }
}

/** Makes a query of fixed names and parsed values. */
export function queryOf(fields: { readonly [name: string]: string }): string {
  return new URLSearchParams(fields).toString()
}

function baseUrlOf({ url, chainId }: ServiceSettings): string {
  if (url !== null) return url.replace(/\/+$/, '')
  const name = safeServiceName(chainId)
  if (name === null) throw new NoSafeServiceError(chainId)
  return `https://api.safe.global/tx-service/${name}/api`
}

/** A chain has no public service. */
class NoSafeServiceError extends BaseError {
  override readonly code = 'no_safe_service'
  override readonly kind = 'unsupported'

  constructor(chainId: number) {
    super({
      message: `Chain ${chainId} has no public Safe service. Give the URL of one that you trust.`,
      facts: { chainId },
    })
  }
}
