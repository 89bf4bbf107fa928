import type { NewVault, Vault } from '@vaultwright/store'
import { vaultDetailOf } from '@vaultwright/wire'
import { defineRoute, type RouteRequest } from '../../answer/route.ts'
import { actorOf } from '../../build/actor.ts'
import { readVaultDraft } from '../../worker/vault-draft.ts'

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

/** A vault is found by any of its chains. */
async function findKnown(
  { caller, context }: Pick<RouteRequest<'putVault'>, 'caller' | 'context'>,
  { address, deployments }: NewVault,
): Promise<Vault | null> {
  for (const { chain } of deployments) {
    const found = await context.store.vaults.find(caller.tenantId, { chain, vault: address })
    if (found !== null) return found
  }
  return null
}
