import { type Hex, slugOf } from '@vaultwright/base'
import type {
  SafeQueueStore,
  SafeRef,
  StoredSafeEntry,
  StoredSafeSignature,
} from '../../record/safe.ts'
import { assertText } from '../../value/text.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { packText, unpackText } from '../table/pack.ts'
import type { SafeConfirmationRow, SafeEntryRow, SafeKeyColumns } from '../table/safe-table.ts'
import { checksummed, lowercased, vaultRefOf } from '../table/vault-ref.ts'

/** The time an entry that no owner signed is kept after it was listed last: anyone may post such entries. */
const keepSeconds = 30n * 86_400n
const nonceDigits = 78

type QueuePart =
  | 'vaultsOf'
  | 'putListing'
  | 'listings'
  | 'keep'
  | 'addSignature'
  | 'entries'
  | 'putLook'
  | 'findLook'

/** Makes the part of a store that keeps queues. */
export function buildSafeQueues(engine: StoreEngine): Pick<SafeQueueStore, QueuePart> {
  return {
    vaultsOf: async (tenantId, { chain, safe }) => {
      const rows = await engine.read
        .selectFrom('strategist')
        .select(['tenant_id', 'vault', 'chain'])
        .where('tenant_id', '=', tenantId)
        .where('chain', '=', slugOf(chain))
        .where('address', '=', safe.toLowerCase())
        .groupBy(['tenant_id', 'vault', 'chain'])
        .orderBy('vault')
        .execute()
      return rows.map(vaultRefOf)
    },
    putListing: async (tenantId, safeRef, { service, readAtUnix, quotaRemaining, body }) => {
      const row = {
        ...safeKeyOf(tenantId, safeRef),
        service: assertText('service', service),
        read_at_unix: readAtUnix,
        quota_remaining: quotaRemaining,
        body: packText(assertText('body', body)),
      }
      await engine.write((db) =>
        db
          .insertInto('safe_listing')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['tenant_id', 'chain', 'safe', 'service'])
              .doUpdateSet(row)
              .where('safe_listing.read_at_unix', '<=', readAtUnix),
          )
          .execute(),
      )
    },
    listings: async (tenantId, safeRef) => {
      const rows = await engine.read
        .selectFrom('safe_listing')
        .selectAll()
        .where((on) => on.and(safeKeyOf(tenantId, safeRef)))
        .orderBy('service')
        .execute()
      return rows.map((row) => ({
        service: row.service,
        readAtUnix: row.read_at_unix,
        quotaRemaining: row.quota_remaining,
        body: unpackText(row.body),
      }))
    },
    putLook: async (tenantId, safeRef, { account, atUnix }) => {
      const row = {
        ...safeKeyOf(tenantId, safeRef),
        at_unix: atUnix,
        account: assertText('account', account),
      }
      await engine.write((db) =>
        db
          .insertInto('safe_look')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['tenant_id', 'chain', 'safe'])
              .doUpdateSet(row)
              .where('safe_look.at_unix', '<=', atUnix),
          )
          .execute(),
      )
    },
    findLook: async (tenantId, safeRef) => {
      const row = await engine.read
        .selectFrom('safe_look')
        .selectAll()
        .where((on) => on.and(safeKeyOf(tenantId, safeRef)))
        .executeTakeFirst()
      return row === undefined ? null : { account: row.account, atUnix: row.at_unix }
    },
    keep: async (tenantId, safeRef, { entries, openNonce, atUnix }) => {
      const key = safeKeyOf(tenantId, safeRef)
      const open = entries.filter(({ nonce }) => nonce >= openNonce)
      await engine.write(async (db) => {
        await removeClosed(db, key, { openNonce, untilUnix: atUnix - keepSeconds })
        for (const { hash, nonce, body, signatures } of open) {
          const row = {
            ...key,
            hash: hash.toLowerCase(),
            nonce: printNonce(nonce),
            first_seen_at_unix: atUnix,
            listed_at_unix: atUnix,
            body: packText(assertText('body', body)),
          }
          await db
            .insertInto('safe_entry')
            .values(row)
            .onConflict((conflict) =>
              conflict
                .columns(['tenant_id', 'chain', 'safe', 'hash'])
                .doUpdateSet({ listed_at_unix: atUnix, body: row.body })
                .where('safe_entry.listed_at_unix', '<=', atUnix),
            )
            .execute()
          for (const signature of signatures) await putSignature(db, { ...key, hash }, signature)
        }
      })
    },
    addSignature: (tenantId, safeRef, { hash, ...signature }) => {
      const key = { ...safeKeyOf(tenantId, safeRef), hash: hash.toLowerCase() }
      return engine.write(async (db) => {
        const entry = await db
          .selectFrom('safe_entry')
          .select('hash')
          .where((on) => on.and(key))
          .modifyEnd(engine.lock.share)
          .executeTakeFirst()
        if (entry === undefined) return false
        await putSignature(db, key, signature)
        return true
      })
    },
    entries: async (tenantId, safeRef) => {
      const key = safeKeyOf(tenantId, safeRef)
      const rows = await engine.read
        .selectFrom('safe_entry as e')
        .leftJoin('safe_confirmation as c', (join) =>
          join
            .onRef('c.tenant_id', '=', 'e.tenant_id')
            .onRef('c.chain', '=', 'e.chain')
            .onRef('c.safe', '=', 'e.safe')
            .onRef('c.hash', '=', 'e.hash'),
        )
        .select(['e.hash', 'e.nonce', 'e.first_seen_at_unix', 'e.listed_at_unix', 'e.body'])
        .select(['c.owner', 'c.signature'])
        .where('e.tenant_id', '=', key.tenant_id)
        .where('e.chain', '=', key.chain)
        .where('e.safe', '=', key.safe)
        .orderBy('e.nonce')
        .orderBy('e.hash')
        .orderBy('c.owner')
        .execute()
      return entriesOf(rows)
    },
  }
}

/** @returns the columns of a Safe as they are kept. @throws {InvalidAddressError} */
export function safeKeyOf(tenantId: string, { chain, safe }: SafeRef): SafeKeyColumns {
  return { tenant_id: tenantId, chain: slugOf(chain), safe: lowercased(safe) }
}

/** @returns digits that sort as the number does. */
export function printNonce(nonce: bigint): string {
  return String(nonce).padStart(nonceDigits, '0')
}

type OpenQueue = { readonly openNonce: bigint; readonly untilUnix: bigint }

async function removeClosed(
  db: Queries,
  key: SafeKeyColumns,
  { openNonce, untilUnix }: OpenQueue,
): Promise<void> {
  await db
    .deleteFrom('safe_entry')
    .where((on) => on.and(key))
    .where((on) =>
      on.or([
        on('nonce', '<', printNonce(openNonce)),
        on.and([
          on('listed_at_unix', '<=', untilUnix),
          on.not(
            on.exists(
              on
                .selectFrom('safe_confirmation as c')
                .select('c.owner')
                .whereRef('c.tenant_id', '=', 'safe_entry.tenant_id')
                .whereRef('c.chain', '=', 'safe_entry.chain')
                .whereRef('c.safe', '=', 'safe_entry.safe')
                .whereRef('c.hash', '=', 'safe_entry.hash'),
            ),
          ),
        ]),
      ]),
    )
    .execute()
}

async function putSignature(
  db: Queries,
  { hash, ...key }: SafeKeyColumns & { readonly hash: string },
  { owner, signature }: StoredSafeSignature,
): Promise<void> {
  const row = {
    ...key,
    hash: hash.toLowerCase(),
    owner: lowercased(owner),
    signature: assertText('signature', signature),
  }
  await db
    .insertInto('safe_confirmation')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type EntryJoinRow = Omit<SafeEntryRow, keyof SafeKeyColumns> & {
  readonly [Column in 'owner' | 'signature']: SafeConfirmationRow[Column] | null
}

function entriesOf(rows: readonly EntryJoinRow[]): readonly StoredSafeEntry[] {
  const entries: (StoredSafeEntry & { readonly signatures: StoredSafeSignature[] })[] = []
  for (const row of rows) {
    let entry = entries.at(-1)
    if (entry?.hash !== row.hash) {
      entry = {
        hash: row.hash as Hex,
        nonce: BigInt(row.nonce),
        body: unpackText(row.body),
        signatures: [],
        firstSeenAtUnix: row.first_seen_at_unix,
        listedAtUnix: row.listed_at_unix,
      }
      entries.push(entry)
    }
    if (row.owner !== null && row.signature !== null) {
      entry.signatures.push({ owner: checksummed(row.owner), signature: row.signature as Hex })
    }
  }
  return entries
}
