import { createHmac } from 'node:crypto'
import type { AuditEntry, Caller } from '@vaultwright/store'
import { auditDataOf } from '@vaultwright/wire'
import Type from 'typebox'
import { defineRoute } from '../../answer/route.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'

/** The administrative acts in the tenant, newest first. */
export const listAudit = defineRoute('listAudit', async ({ caller, context, query }) => {
  const { cursor, page_size: pageSize = defaultPageSize } = query
  const { tenantId } = caller
  const listing = {
    binding: { operation: 'listAudit', tenantId, asked: [pageSize] },
    sortKeySchema: Type.String({ pattern: '^[0-9]{1,18}$' }),
    sortKeyOf: ({ id }: AuditEntry) => String(id),
    read: ({ after, limit }: { readonly after: string | null; readonly limit: number }) => {
      const wanted = { after: after === null ? null : BigInt(after), limit }
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

/** The id of the tenant is what cursors and names of entries are made with: its name is told for it. */
function shownOf(entry: AuditEntry, { tenantId, tenantName }: Caller) {
  const subject = entry.subject === tenantId ? tenantName : entry.subject
  return { ...entry, id: nameOf(tenantId, entry), subject }
}

/** The log counts the acts of all tenants, and the number of others is private. */
function nameOf(tenantId: string, { id }: AuditEntry): string {
  const mac = createHmac('sha256', `vaultwright audit\n${tenantId}`).update(String(id))
  return `audit_${mac.digest('base64url').slice(0, 22)}`
}
