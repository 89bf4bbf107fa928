import { createHmac } from 'node:crypto'
import { type DefinedVault, keepRecorded } from '@vaultwright/definition'
import type { AuditEntry, Caller, Vault } from '@vaultwright/store'
import Type from 'typebox'
import { actorOf, defineRoute, type RouteRequest } from '../../answer/route.ts'
import { apiKeyDataOf, auditDataOf, userDataOf } from '../../present/access.ts'
import { svmVaultDetailOf, vaultDetailOf } from '../../present/vault.ts'
import { assertKeyRate } from '../../request/key-rate.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'
import { readSvmStrategists } from '../../solana/vault.ts'
import type { DefinitionTexts, ReadVaultDefinition } from '../../worker/definition-task.ts'
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
  const key = await context.store.keys.create(caller.tenantId, draft, actorOf(caller))
  const data = { ...apiKeyDataOf(key.key), key: key.text }
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
  const { kind, defined } = await readVaultDefinition(texts, {
    tenantId: caller.tenantId,
    pool: request.context.pool,
  })
  if (kind === 'svm') {
    const svmDraft = { ...defined, definition: texts.definition }
    const put = await context.store.svmVaults.put(caller.tenantId, svmDraft, actorOf(caller))
    const strategists = await readSvmStrategists(context, put)
    return { body: { data: svmVaultDetailOf(put, caller.tenantName, strategists) } }
  }
  const recorded = await findKnown(request, defined)
  const draft = { ...keepRecorded(defined, recorded), ...texts }
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
      const auditQuery = { ...filter, after: after === null ? null : BigInt(after), limit }
      return context.store.audit.page(tenantId, auditQuery)
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
  { address, deployments }: DefinedVault,
): Promise<Vault | null> {
  for (const { chain } of deployments) {
    const storedVault = await context.store.vaults.find(caller.tenantId, { chain, vault: address })
    if (storedVault !== null) return storedVault
  }
  return null
}

/** The reader of a draft, and its tenant. */
type DraftReader = { readonly tenantId: string; readonly pool: Pick<WorkerPool, 'run'> }

/**
 * Reads what the definition of a vault says; status and times of deployment of one that is stored stay.
 *
 * @throws {DefinitionFileError} {VaultAddressError} {LockFileError} {DuplicateKeyError} {SvmDefinitionError} with the
 *   exact place; {TextTooComplexError} {LockUnexpectedError}; what `WorkerPool` throws.
 */
async function readVaultDefinition(
  texts: DefinitionTexts,
  { tenantId, pool }: DraftReader,
): Promise<ReadVaultDefinition> {
  const { definition, lock } = texts
  const bytes = definition.length + (lock?.length ?? 0)
  return pool.run('readDefinition', texts, { tenantId, bytes })
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
