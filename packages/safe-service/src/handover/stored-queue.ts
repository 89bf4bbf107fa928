import { BaseError, type Hex } from '@vaultwright/base'
import {
  isHashStated,
  printOwnerSignature,
  printServiceEntry,
  type RememberedEntry,
} from '@vaultwright/safe'
import type { SafeRef, Store, StoredSafeEntry, StoredSafeListing } from '@vaultwright/store'
import type { SafeService, ServiceList } from '../safe-service.ts'
import { type JudgedQueue, judgeQueue } from './judge-queue.ts'
import type { SafeAtBlock } from './safe-reader.ts'

/** The source of a queue of a tenant's Safe: the store, and services for rows that are too old there. */
export type QueueSource = {
  readonly store: Pick<Store, 'safeQueues'>
  readonly tenantId: string
  readonly safeRef: SafeRef
  readonly services: readonly SafeService[]
  /** The name of this process among those that take turns at a Safe. */
  readonly holder: string
  readonly nowUnix: () => bigint
  /** Lets others work between two entries. */
  readonly pause: () => Promise<void>
}

/** The rows of one service, and when they were read. */
export type QueueListing = ServiceList & {
  readonly service: string
  readonly readAtUnix: bigint
  readonly quotaRemaining: bigint | null
  /** Why the service could not be read since; null where it could. */
  readonly failure: string | null
}

/** The queue of a Safe, judged now, of rows that were read then. */
export type StoredQueue = JudgedQueue & {
  readonly listings: readonly QueueListing[]
  /** When each entry that is kept was seen first, by its hash. */
  readonly firstSeenAtUnix: ReadonlyMap<Hex, bigint>
}

const turnSeconds = 60n
/** Characters of rows that are kept of a service: a longer list is cut, and said to be. */
const longestRows = 4 * 1024 * 1024

/**
 * Judges the queue of a Safe at a block: rows come from the store, and from the services where those of the store were
 * read before a time. One process at once reads the services; others take what is there.
 *
 * @param oldestUnix - rows that were read before it are read anew.
 * @throws {QueueUnreadError} when nothing is kept and another process is reading.
 * @throws what a service throws of which nothing is kept.
 */
export async function readStoredQueue(
  source: QueueSource,
  safe: SafeAtBlock,
  oldestUnix: bigint,
): Promise<StoredQueue> {
  const { store, tenantId, safeRef, services, holder, nowUnix } = source
  const { safeQueues } = store
  const stored = await safeQueues.listings(tenantId, safeRef)
  const isDue = ({ name }: SafeService) =>
    !stored.some(({ service, readAtUnix }) => service === name && readAtUnix >= oldestUnix)
  const due = services.filter(isDue)
  const turn = { ...safeRef, holder }
  if (due.length === 0 || !(await safeQueues.takeTurn(turn, turnSeconds))) {
    return judgeStored(source, safe, { stored, failures: new Map() })
  }
  try {
    const failures = new Map<string, string>()
    const readAtUnix = nowUnix()
    const lists: ReadService[] = []
    for (const service of due) {
      try {
        const list = boundedList(await service.list(safe.account.safe, safe.account.nonce))
        lists.push({ service, list })
      } catch (error) {
        const hasRows = stored.some((listing) => listing.service === service.name)
        if (!(error instanceof BaseError) || !hasRows) throw error
        failures.set(service.name, error.shortMessage)
      }
    }
    await keep(source, safe, { lists, readAtUnix })
    const now = await safeQueues.listings(tenantId, safeRef)
    return await judgeStored(source, safe, { stored: now, failures })
  } finally {
    await safeQueues.endTurn(turn)
  }
}

type ReadService = { readonly service: SafeService; readonly list: ServiceList }

/** Keeps the lists of services, with the hashes that they have and leave out. */
async function keep(
  { store, tenantId, safeRef, pause }: QueueSource,
  safe: SafeAtBlock,
  { lists, readAtUnix }: { readonly lists: readonly ReadService[]; readonly readAtUnix: bigint },
): Promise<void> {
  const { safeQueues } = store
  const { safe: address, nonce: openNonce } = safe.account
  const remembered = (await safeQueues.entries(tenantId, safeRef)).map(rememberedOf)
  for (const { service, list } of lists) {
    const listed = { ...service, list: async () => list }
    const queue = await judgeQueue(safe, [listed], { remembered, pause })
    const sound = queue.entries.map(({ verified }) => verified).filter(isHashStated)
    await safeQueues.keep(tenantId, safeRef, {
      openNonce,
      atUnix: readAtUnix,
      entries: sound.map(({ hash, entry, signatures }) => ({
        hash,
        nonce: entry.transaction.nonce,
        body: JSON.stringify(printServiceEntry(entry.transaction, { safe: address, hash })),
        signatures: signatures.map(({ owner, signature }) => {
          return { owner, signature: printOwnerSignature(signature) }
        }),
      })),
    })
    const { remaining } = service.usage()
    const hidden = queue.findings.flatMap(({ code, hash }) => (code === 'hidden' ? [hash!] : []))
    await safeQueues.putListing(tenantId, safeRef, {
      service: service.name,
      readAtUnix,
      quotaRemaining: remaining === null ? null : BigInt(remaining),
      body: JSON.stringify({ ...list, hidden }),
    })
  }
}

type StoredRows = {
  readonly stored: readonly StoredSafeListing[]
  readonly failures: ReadonlyMap<string, string>
}

async function judgeStored(
  { store, tenantId, safeRef, services, pause }: QueueSource,
  safe: SafeAtBlock,
  { stored, failures }: StoredRows,
): Promise<StoredQueue> {
  const rows = stored.flatMap((listing) => {
    const service = services.find(({ name }) => name === listing.service)
    return service === undefined ? [] : [{ service, listing, list: parseListing(listing.body) }]
  })
  const unread = services.find(({ name }) => !rows.some(({ service }) => service.name === name))
  if (unread !== undefined) throw new QueueUnreadError(unread.name)
  const entries = await store.safeQueues.entries(tenantId, safeRef)
  // The word of each service when it was asked last: nothing is asked now.
  const lastAnswers = rows.map(({ service, list: { hidden, ...list } }): SafeService => {
    const get = async (hash: Hex) => (hidden.includes(hash) ? {} : null)
    return { ...service, list: async () => list, get }
  })
  const remembered = entries.map(rememberedOf)
  const queue = await judgeQueue(safe, lastAnswers, { remembered, pause })
  return {
    ...queue,
    firstSeenAtUnix: new Map(entries.map(({ hash, firstSeenAtUnix }) => [hash, firstSeenAtUnix])),
    listings: rows.map(({ service, listing, list }) => ({
      rows: list.rows,
      count: list.count,
      isCut: list.isCut,
      service: service.name,
      readAtUnix: listing.readAtUnix,
      quotaRemaining: listing.quotaRemaining,
      failure: failures.get(service.name) ?? null,
    })),
  }
}

function rememberedOf({ hash, nonce, signatures }: StoredSafeEntry): RememberedEntry {
  return { hash, nonce, signers: signatures.map(({ owner }) => owner) }
}

/** Our own text, as `keep` writes it. */
function parseListing(body: string): ServiceList & { readonly hidden: readonly Hex[] } {
  return JSON.parse(body)
}

function boundedList(list: ServiceList): ServiceList {
  let length = 0
  const end = list.rows.findIndex((row) => {
    length += JSON.stringify(row)?.length ?? 0
    return length > longestRows
  })
  return end < 0 ? list : { ...list, rows: list.rows.slice(0, end), isCut: true }
}

/** A queue was never read, and another process is reading it. */
class QueueUnreadError extends BaseError {
  override readonly code = 'safe_queue_unread'
  override readonly kind = 'overload'

  constructor(service: string) {
    super({
      message: `The ${service} was not read yet, and is being read. Ask again in a moment.`,
      facts: { service },
      retryable: true,
    })
  }
}
