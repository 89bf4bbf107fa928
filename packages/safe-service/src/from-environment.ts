import { type EnvReader, isUrl } from '@vaultwright/base'
import { chainOf, chains, safeServiceName } from '@vaultwright/registry'
import type { ServiceSettings } from './exchange.ts'
import { openQueueService } from './queue-service.ts'
import type { SafeService } from './safe-service.ts'
import { openTransactionService } from './transaction-service.ts'

/** The services that an environment names for queues of Safes. */
export type NamedSafeServices = {
  /** @returns the services of a chain, each opened once; none where the environment names none. */
  readonly servicesOf: (chainId: number) => readonly SafeService[]
}

/** One service of SAFE_SERVICES. */
type NamedService = {
  /** Null for every chain that has a public one. */
  readonly chainId: number | null
  readonly kind: 'transaction' | 'queue'
  readonly url: string | null
}

const rule =
  'transaction or queue, one of them for a chain and with its URL as in mainnet:transaction=https://safe.example.com/api, or several with commas between'

/**
 * Opens the services that SAFE_SERVICES names; without it none is ever asked. SAFE_SERVICE_KEY goes to each of them.
 *
 * @param reader - of the environment: it notes what cannot be read.
 */
export function openNamedSafeServices(
  reader: EnvReader,
  platform: Pick<ServiceSettings, 'fetch' | 'wait'>,
): NamedSafeServices {
  const key = reader.text('SAFE_SERVICE_KEY')
  const named = reader.parsed('SAFE_SERVICES', rule, parseServices) ?? []
  const opened = new Map<number, readonly SafeService[]>()
  const open = (chainId: number) =>
    named
      .filter((service) => isOf(service, chainId))
      .map(({ kind, url }) => {
        const settings = { ...platform, key, url, chainId }
        return kind === 'queue' ? openQueueService(settings) : openTransactionService(settings)
      })
  return {
    servicesOf: (chainId) => {
      const services = opened.get(chainId) ?? open(chainId)
      opened.set(chainId, services)
      return services
    },
  }
}

function isOf(service: NamedService, chainId: number): boolean {
  if (service.chainId !== null) return service.chainId === chainId
  return chains.some(({ id }) => id === chainId) && safeServiceName(chainId) !== null
}

function parseServices(text: string): readonly NamedService[] | null {
  const services = text.split(',').map((word) => parseService(word.trim()))
  return services.every((service) => service !== null) ? services : null
}

function parseService(word: string): NamedService | null {
  const match = /^(?:([a-z0-9-]+):)?(transaction|queue)(?:=(\S+))?$/.exec(word)
  if (match === null) return null
  const [, slug, kind, url = null] = match
  const chainId = slug === undefined ? null : (chainOf(slug)?.id ?? null)
  if (slug !== undefined && chainId === null) return null
  // A URL holds the queue of some chain: which one is for the operator to say.
  if (url !== null && (chainId === null || !isPlainUrl(url))) return null
  return { chainId, kind: kind as NamedService['kind'], url }
}

function isPlainUrl(text: string): boolean {
  if (!isUrl(text, ['http:', 'https:'])) return false
  const { search, hash, username, password } = new URL(text)
  return search === '' && hash === '' && username === '' && password === ''
}
