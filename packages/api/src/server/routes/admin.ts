import { createHmac } from 'node:crypto'
import { keepRecorded } from '@vaultwright/definition'
import type { AuditEntry, Caller, NewVault, Vault } from '@vaultwright/store'
import { apiKeyDataOf, auditDataOf, userDataOf, vaultDetailOf } from '@vaultwright/wire'
import Type from 'typebox'
import { actorOf, defineRoute, type RouteRequest } from '../../answer/route.ts'
import { assertKeyRate } from '../../request/key-rate.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'
import type { DefinitionTexts } from '../../worker/definition-task.ts'
import type { WorkerPool } from '../../worker/worker-pool.ts'

/** The users of the tenant, by name. */
export const listUsers = defineRoute('listUsers', async ({ caller, context }) => {
  const users = await context.store.users.list(caller.tenantId)
  return { body: { data: users.map(userDataOf) } }
})

/** Makes a user. */
export const createUser = defineRoute('createUser', async ({ body, caller, context }) => {
  const { name, role } = body
  const user = await context.store.users.create(caller.tenantId, { name, role }, actorOf(caller))
  return { body: { data: userDataOf(user) } }
})

/** Deactivates a user, whose keys stop authenticating. */
export const deactivateUser = defineRoute('deactivateUser', async (request) => {
  const { caller, context, params } = request
  const { users } = context.store
  const user = await users.deactivate(caller.tenantId, params.user_id, actorOf(caller))
  return { body: { data: userDataOf(user) } }
})

/** The keys of the tenant, newest first, without their texts. */
export const listKeys = defineRoute('listKeys', async ({ caller, context }) => {
  const keys = await context.store.keys.list(caller.tenantId)
  return { body: { data: keys.map(apiKeyDataOf) } }
})

/** Makes a key; this answer alone holds its text, and no cache may keep it. */
export const createKey = defineRoute('createKey', async ({ body, caller, context }) => {
  assertKeyRate(body.rate_per_minute ?? null, context.config.maxKeyRatePerMinute)
  const draft = {
    userId: body.user_id,
    description: body.description ?? '',
    ratePerMinute: body.rate_per_minute ?? null,
  }
  const made = await context.store.keys.create(caller.tenantId, draft, actorOf(caller))
  const data = { ...apiKeyDataOf(made.key), key: made.text }
  return { body: { data }, headers: { 'cache-control': 'no-store' } }
})

/** Revokes a key, which stops authenticating. */
export const revokeKey = defineRoute('revokeKey', async ({ caller, context, params }) => {
  const { keys } = context.store
  const key = await keys.revoke(caller.tenantId, params.key_id, actorOf(caller))
  return { body: { data: apiKeyDataOf(key) } }
})

/** Adds a vault, or changes it to what its definition says. */
export const putVault = defineRoute('putVault', async (request) => {
  const { body, caller, context } = request
  const texts = { definition: body.definition, lock: body.lock ?? null }
  const draftOver = await readVaultDraft(texts, {
    tenantId: caller.tenantId,
    pool: request.context.pool,
  })
  const draft = draftOver(await findKnown(request, draftOver(null)))
  const vault = await context.store.vaults.put(caller.tenantId, draft, actorOf(caller))
  return { body: { data: vaultDetailOf(vault, caller.tenantName) } }
})

/** The administrative acts in the tenant, newest first. */
export const listAudit = defineRoute('listAudit', async ({ caller, context, query }) => {
  const { cursor, page_size: pageSize = defaultPageSize } = query
  const { actor = null, act = null, subject = null } = query
  const { tenantId, tenantName } = caller
  // An entry shows the tenant by its name.
  const filter = { actor, act, subject: subject === tenantName ? tenantId : subject }
  const listing = {
    binding: { operation: 'listAudit', tenantId, asked: [pageSize, actor, act, subject] },
    sortKeySchema: Type.String({ pattern: '^[0-9]{1,18}$' }),
    sortKeyOf: ({ id }: AuditEntry) => String(id),
    read: ({ after, limit }: { readonly after: string | null; readonly limit: number }) => {
      const wanted = { ...filter, after: after === null ? null : BigInt(after), limit }
      return context.store.audit.page(tenantId, wanted)
    },
  } as const
  const { items, page } = await readListing(listing, { cursor, pageSize })
  return {
    body: {
      data: items.map((entry) => auditDataOf(shownOf(entry, caller))),
      page,
    },
  }
})

/** A vault is found by any of its chains. */
async function findKnown(
  { caller, context }: Pick<RouteRequest<'putVault'>, 'caller' | 'context'>,
  { address, deployments }: NewVault,
): Promise<Vault | null> {
  for (const { chain } of deployments) {
    const storedVault = await context.store.vaults.find(caller.tenantId, { chain, vault: address })
    if (storedVault !== null) return storedVault
  }
  return null
}

/** Who reads, and for whom. */
type DraftReader = { readonly tenantId: string; readonly pool: Pick<WorkerPool, 'run'> }

/**
 * Reads the draft of a vault: what its definition says, over what only the store knows.
 *
 * @returns the draft over a vault as it is stored, null when it is new, or not looked up yet; status and times of deployment stay, a new vault is active.
 * @throws {DefinitionFileError} {VaultAddressError} {LockFileError} {DuplicateKeyError} with the exact place;
 *   {TextTooComplexError}; what `WorkerPool` throws.
 */
async function readVaultDraft(
  texts: DefinitionTexts,
  { tenantId, pool }: DraftReader,
): Promise<(known: Vault | null) => NewVault> {
  const { definition, lock } = texts
  const characters = definition.length + (lock?.length ?? 0)
  const defined = await pool.run('readDefinition', texts, { tenantId, bytes: characters })
  return (recorded) => ({ ...keepRecorded(defined, recorded), definition, lock })
}

/** Cursors and names of entries are made with the tenant's id, so the entry shows its name instead. */
function shownOf(entry: AuditEntry, { tenantId, tenantName }: Caller) {
  const subject = entry.subject === tenantId ? tenantName : entry.subject
  return { ...entry, id: nameOf(tenantId, entry), subject }
}

/** The log counts the acts of all tenants, and the number of others is private. */
function nameOf(tenantId: string, { id }: AuditEntry): string {
  const mac = createHmac('sha256', `vaultwright audit\n${tenantId}`).update(String(id))
  return `audit_${mac.digest('base64url').slice(0, 22)}`
}
