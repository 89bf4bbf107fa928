import type { Hex } from '@vaultwright/base'
import { actorOf, defineRoute } from '../../answer/route.ts'
import { safeAccountOf, safeJudgedEntryOf, safeProofOf, safeQueueOf } from '../../present/safe.ts'
import { safeExecutionOf } from '../../present/safe-execution.ts'
import { safeProposalOf } from '../../present/safe-proposal.ts'
import { findVaultPath, readAddress } from '../../request/vault-path.ts'
import { confirmOn } from '../../safe/confirm.ts'
import { followOn, sendingOf } from '../../safe/execution.ts'
import { callsOf, proposeOn } from '../../safe/propose.ts'
import { delegatesOf, entryIn, lookAtSafe, type SafeLook } from '../../safe/safe-look.ts'
import { readSafe, type SafePlace, safePlaceOf } from '../../safe/safe-place.ts'
import { keptStatementOf } from '../../safe/statement-unit.ts'
import { safesOfVault } from '../../safe/vault-safes.ts'
import { withdrawOn } from '../../safe/withdraw.ts'

/** Strategists of a vault that are Safes. */
export const listVaultSafes = defineRoute('listVaultSafes', async ({ params, caller, context }) => {
  const vaultRef = findVaultPath(params)
  const safes = await safesOfVault(context, caller.tenantId, vaultRef)
  const data = safes.map(({ name, account }) => {
    return { name, account: safeAccountOf(vaultRef, account) }
  })
  return { body: { data } }
})

/** Our choice, as every shape of queues: the interface does not name them. */
export const getSafeQueue = defineRoute('getSafeQueue', async (request) => {
  const place = await safePlaceOf({ ...partsOf(request), vault: request.query.vault_address })
  return { body: { data: safeQueueOf(place, await lookAtSafe(place)) } }
})

export const getSafeTransaction = defineRoute('getSafeTransaction', async (request) => {
  const place = await safePlaceOf({ ...partsOf(request), vault: request.query.vault_address })
  const look = await lookAtSafe(place)
  return { body: { data: await presentEntry(place, look, request.params.safe_tx_hash as Hex) } }
})

export const getSafeAccount = defineRoute('getSafeAccount', async (request) => {
  const place = await safePlaceOf(partsOf(request))
  const safe = await readSafe(place)
  const { unprovenBecause: unproven_because } = safe
  const account = safeAccountOf(place.safeRef, safe.account)
  return { body: { data: { account, proof: safeProofOf(safe), unproven_because } } }
})

export const listSafeDelegates = defineRoute('listSafeDelegates', async (request) => {
  const place = await safePlaceOf(partsOf(request))
  return { body: { data: [...(await delegatesOf(place))] } }
})

export const confirmSafeTransaction = defineRoute('confirmSafeTransaction', async (request) => {
  const place = await safePlaceOf(partsOf(request))
  const { safe_tx_hash, signature } = request.body
  const hash = safe_tx_hash as Hex
  const actor = actorOf(request.caller)
  const look = await confirmOn(place, { hash, signature: signature as Hex, actor })
  return { body: { data: await presentEntry(place, look, hash) } }
})

export const getSafeExecution = defineRoute('getSafeExecution', async (request) => {
  const place = await safePlaceOf(partsOf(request))
  const followed = await followOn(place, request.params.safe_tx_hash as Hex)
  return { body: { data: safeExecutionOf(followed) } }
})

export const sendSafeTransaction = defineRoute('sendSafeTransaction', async (request) => {
  const { vault_address: vault } = request.body
  const place = await safePlaceOf({ ...partsOf(request), vault, vaultPart: 'body' })
  const hash = request.body.safe_tx_hash as Hex
  const sender = readAddress(request.body.sender_address, ['body', 'sender_address'])
  const actor = actorOf(request.caller)
  const { data, nonce, gasUsed } = await sendingOf(place, { hash, sender, actor })
  const { safe: to } = place.safeRef
  const call = { chain_id: place.chainId, from: sender, to, value: '0' as const, data }
  const body = { safe_tx_hash: hash, nonce: String(nonce), ...call, gas_used: Number(gasUsed) }
  return { body: { data: body } }
})

export const proposeSafeTransaction = defineRoute('proposeSafeTransaction', async (request) => {
  const { vault_address: vault, again = false, dry_run = false, signed, ...terms } = request.body
  const place = await safePlaceOf({ ...partsOf(request), vault, vaultPart: 'body' })
  const proposal = await proposeOn(place, {
    calls: callsOf(terms, place),
    actor: actorOf(request.caller),
    isAgain: again,
    isConditionalAllowed: terms.allow_conditional ?? false,
    isDry: dry_run,
    signed:
      signed === undefined
        ? null
        : { hash: signed.safe_tx_hash as Hex, signature: signed.signature as Hex },
  })
  return { body: { data: safeProposalOf(place, proposal) } }
})

export const withdrawSafeProposal = defineRoute('withdrawSafeProposal', async (request) => {
  const place = await safePlaceOf(partsOf(request))
  const hash = request.params.safe_tx_hash as Hex
  const { nonce } = await withdrawOn(place, { hash, actor: actorOf(request.caller) })
  const message = `Withdrawn from the queue at nonce ${nonce}.`
  return { body: { data: { safe_tx_hash: hash, nonce, message } } }
})

async function presentEntry(place: SafePlace, look: SafeLook, hash: Hex) {
  const entry = entryIn(look, hash)
  return safeJudgedEntryOf(place, { look, entry, stated: await keptStatementOf(place, hash) })
}

type SafeRequestParts = Pick<Parameters<typeof safePlaceOf>[0], 'params' | 'caller' | 'context'>

function partsOf({ params, caller, context }: SafeRequestParts): SafeRequestParts {
  return { params, caller, context }
}
