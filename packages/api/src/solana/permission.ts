import { readDigestHistory } from '@vaultwright/operations'
import { encodeBase64, type SvmAddress, vaultAddresses } from '@vaultwright/svm'
import { manifestReads, type SvmDefinition, type SvmDigestEvent } from '@vaultwright/svm-builder'
import { maxAlsoAddresses, printTimeOrNull, svmOperatorOf } from '@vaultwright/wire'
import { defineRoute } from '../answer/route.ts'
import { RequestInvalidError } from '../request/request-check.ts'
import { svmVaultContextOf } from './vault-context.ts'
import { findSvmVaultPath, readSvmAddress } from './vault-path.ts'

/** Our choice: what a page needs to compute every digest of a vault itself. */
export const getSvmPermissions = defineRoute('getSvmPermissions', async (request) => {
  const { params, query, caller, context } = request
  const also = readAlso(query.also)
  const { vault } = findSvmVaultPath(params)
  const { tenantId } = caller
  await context.turns.next(tenantId)
  const { definition, access, ...record } = await svmVaultContextOf(context, { tenantId, vault })
  const addresses = [...new Set([...evidenceOf(definition), ...also])]
  const { slot, accounts } = await access.node.accountsAt(addresses)
  await context.turns.next(tenantId)
  const data = {
    vault_address: vault,
    slot: String(slot),
    definition: record.vault.definition,
    accounts: addresses.map((address) => {
      const account = accounts.get(address) ?? null
      if (account === null) return { address, account }
      const { lamports, owner, data, executable } = account
      return {
        address,
        account: {
          lamports: String(lamports),
          owner,
          data_base64: encodeBase64(data),
          executable,
        },
      }
    }),
  }
  return { text: JSON.stringify({ data }) }
})

/** Our choice: permissions through time, from a bounded number of transactions. */
export const getSvmPermissionHistory = defineRoute(
  'getSvmPermissionHistory',
  async ({ params, query, caller, context }) => {
    const { vault } = findSvmVaultPath(params)
    const { tenantId } = caller
    await context.turns.next(tenantId)
    const { definition, access } = await svmVaultContextOf(context, { tenantId, vault })
    const { program, vaultId } = definition
    const limit = query.transactions ?? 100
    const history = await readDigestHistory(access.node, { vault, program, vaultId, limit })
    await context.turns.next(tenantId)
    const data = {
      vault_address: vault,
      transactions: history.transactions,
      is_complete: history.isComplete,
      digests: history.periods.map(({ digestHex, digestAddress, created, closed }) => ({
        cpi_digest: digestHex,
        cpi_digest_address: digestAddress,
        operators: created?.operators?.map(svmOperatorOf) ?? null,
        created: eventOf(created),
        closed: eventOf(closed),
      })),
    }
    return { text: JSON.stringify({ data }) }
  },
)

function eventOf(event: SvmDigestEvent | null) {
  if (event === null) return null
  const { signature, slot, unixTime, authority } = event
  return { signature, slot: String(slot), time: printTimeOrNull(unixTime), authority }
}

/** Accounts that permissions, amounts and the share price follow from. */
function evidenceOf(definition: SvmDefinition): readonly SvmAddress[] {
  const { program, vault, tokens, lookupTables } = definition
  return [
    vault,
    vaultAddresses(program).shareMint(vault),
    ...manifestReads(definition),
    ...tokens.map(({ mint }) => mint),
    ...lookupTables,
  ]
}

function readAlso(text = ''): readonly SvmAddress[] {
  if (text === '') return []
  const parts = text.split(',')
  if (parts.length > maxAlsoAddresses) {
    const msg = `There are ${parts.length} addresses, and ${maxAlsoAddresses} may be asked for at once`
    throw new RequestInvalidError([{ loc: ['query', 'also'], msg, type: 'too_long' }])
  }
  return parts.map((part) => readSvmAddress(part, ['query', 'also']))
}
