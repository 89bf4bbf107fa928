import { type Hex, printHex } from '@vaultwright/base'
import type { ReviewDraft } from '@vaultwright/check'
import { parseAddress } from '@vaultwright/merkle'
import type { ReviewRef, Store } from '@vaultwright/store'
import { actorOf, defineRoute } from '../../../answer/route.ts'
import {
  challengeTextOf,
  draftEntry,
  keepEntry,
  readRecord,
  readReview,
} from '../../../review/review.ts'
import { defineConsoleRoute } from '../../../session/console-call.ts'
import { askPasskey, PasskeyRefusedError, verifyAnswer } from '../../../session/passkey.ts'
import { hostOf, NoPasskeyError } from './session.ts'

/** Our choice, as every shape of reviews: the interface does not name them. */
export const getReviewRecord = defineRoute('getReviewRecord', async (request) => {
  const { params, caller, context } = request
  return { body: { data: await readRecord(context.store, caller.tenantId, subjectOf(params)) } }
})

/** A review, and the rules of the tenant. */
export const getReview = defineConsoleRoute('getReview', async ({ params, caller, context }) => {
  return { body: { data: await readReview(context, caller.tenantId, subjectOf(params)) } }
})

/** The entry that the user's passkey is to sign: the challenge is its hash. */
export const beginReview = defineConsoleRoute('beginReview', async (call) => {
  const { body, caller, context, headers } = call
  const subject = subjectOf(body)
  const passkeys = await context.store.passkeys.list(caller.tenantId, caller.userId)
  if (passkeys.length === 0) throw new NoPasskeyError()
  const request = { ...subject, act: body.act, comment: body.comment ?? '' }
  const draft = await draftEntry(context, caller, request)
  const content = {
    challenge: challengeTextOf(subject, draft),
    body: JSON.stringify({ subject, draft } satisfies PendingEntry),
  }
  const use = { purpose: 'review', user: caller } as const
  const host = hostOf(headers)
  const challenge = await askPasskey({ context, host }, { ...use, content }, passkeys)
  return { body: { data: { ...challenge, draft } } }
})

/** Adds the entry that a passkey of the user signed. */
export const addReview = defineConsoleRoute('addReview', async ({ body, caller, context }) => {
  const owner = await context.store.passkeys.find(String(body.credential.id))
  const passkey = owner?.passkey.userId === caller.userId ? owner.passkey : null
  const answer = { ...body, challengeIn }
  const { challenge, counter } = await verifyAnswer(context, answer, passkey)
  const isOwnChallenge = challenge.purpose === 'review' && challenge.user?.userId === caller.userId
  if (passkey === null || !isOwnChallenge) throw new PasskeyRefusedError()
  const { subject, draft } = JSON.parse(challenge.body) as PendingEntry
  const response = body.credential.response as AssertionResponse
  const entry = {
    ...draft,
    public_key: printHex(passkey.publicKey),
    assertion: {
      authenticator_data: response.authenticatorData,
      client_data_json: response.clientDataJSON,
      signature: response.signature,
    },
  }
  const signed = { subject, entry, passkey: { id: passkey.id, counter } }
  return { body: { data: await keepEntry(context, caller, signed) } }
})

/** The number of approvals that the tenant asks for, and that of each vault. */
export const getReviewRule = defineConsoleRoute('getReviewRule', async ({ caller, context }) => {
  return { body: { data: await rulesOf(context.store, caller.tenantId) } }
})

/** Changes how many approvals the tenant asks for. */
export const setReviewRule = defineConsoleRoute('setReviewRule', async (call) => {
  const { body, caller, context } = call
  await context.store.reviews.setRequired(caller.tenantId, body.required, actorOf(caller))
  return { body: { data: await rulesOf(context.store, caller.tenantId) } }
})

/** Changes how many approvals the tenant asks for of what acts for one vault. */
export const setVaultReviewRule = defineConsoleRoute('setVaultReviewRule', async (call) => {
  const { body, caller, context } = call
  const rule = { vault: parseAddress(body.vault_address), required: body.required }
  await context.store.reviews.setVaultRequired(caller.tenantId, rule, actorOf(caller))
  return { body: { data: await rulesOf(context.store, caller.tenantId) } }
})

async function rulesOf({ reviews }: Store, tenantId: string) {
  const [required, rules] = await Promise.all([
    reviews.required(tenantId),
    reviews.vaultRules(tenantId),
  ])
  const vaults = rules.map((rule) => {
    return { vault_address: rule.vault, name: rule.name, required: rule.required }
  })
  return { required, vaults }
}

/** The entry that waits for its signature, as the challenge keeps it. */
type PendingEntry = { readonly subject: ReviewRef; readonly draft: ReviewDraft }

/** As verified before: a text each. */
type AssertionResponse = {
  readonly authenticatorData: string
  readonly clientDataJSON: string
  readonly signature: string
}

function challengeIn(body: string): string {
  const { subject, draft } = JSON.parse(body) as PendingEntry
  return challengeTextOf(subject, draft)
}

function subjectOf({ kind, hash }: { readonly kind: string; readonly hash: string }): ReviewRef {
  return { kind: kind === 'root' ? 'root' : 'packet', hash: hash as Hex }
}
