import { parseHex } from '@vaultwright/base'
import { checkSavedAnswer, passkeyFingerprintOf, reviewHeadOf } from '@vaultwright/check'
import type { ReviewData, ReviewPolicyData } from '@vaultwright/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, draftOf, strategists, treeOf } from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'
import { type ConsoleUser, signInUser } from './console-user.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ config: { port: 8080 } })
})
afterAll(() => api.close())

let count = 0
/** A content hash that no other test has. */
const nextHash = () => `0x${(++count).toString(16).padStart(64, 'c')}`

/** Writes an entry as the page does: what the passkey signs is the hash of the entry. */
async function write(user: ConsoleUser, hash: string, act: string, values: object = {}) {
  const subject = { kind: 'packet', hash }
  const begun = await user.ask('POST', '/console/reviews/challenge', { ...subject, act, ...values })
  if (begun.status !== 200) return begun
  const { challenge_id, options } = begun.body.data
  const credential = user.passkey.get(options)
  return user.ask('POST', '/console/reviews', { challenge_id, credential })
}

test('golden: a packet is proposed, commented and approved, and its record is verified offline', async () => {
  const hash = nextHash()
  const [ada, bo, cy] = await Promise.all(
    (['strategist', 'curator', 'admin'] as const).map((role) => signInUser(api, role)),
  )
  expect((await write(ada!, hash, 'proposed')).status).toBe(200)
  expect((await write(bo!, hash, 'commented', { comment: 'Why?\nü' })).status).toBe(200)
  expect((await write(bo!, hash, 'approved')).status).toBe(200)
  const { status, body } = await write(cy!, hash, 'approved', { comment: 'Read.' })
  expect(status).toBe(200)
  const { record, policy } = body.data as ReviewData
  expect(record.entries.map(({ act, author }) => [act, author.id])).toEqual([
    ['proposed', ada!.user.id],
    ['commented', bo!.user.id],
    ['approved', bo!.user.id],
    ['approved', cy!.user.id],
  ])
  expect(policy).toEqual({ required: 0, managers: policy.managers, proposers: [], deactivated: [] })
  const headers = await api.as('viewer')
  const served = await api.ask('GET', `/v1/reviews/packet/${hash}`, { headers })
  expect(served.body).toEqual({ data: record })
  const keys = new Map(
    record.entries.map((entry) => [
      entry.author.name,
      new Set([passkeyFingerprintOf(parseHex(entry.public_key))]),
    ]),
  )
  const none = { request: null, tree: null, managerTree: null, quote: null, days: null }
  const review = { head: reviewHeadOf(record), keys }
  const inputs = { ...none, accounts: null, nowUnix: 0, review }
  expect(checkSavedAnswer(served.text, inputs).answer).toBe('yes')
  const otherTenant = await api.addTenant('review-others')
  const theirs = { headers: await otherTenant.as('viewer') }
  const empty = await api.ask('GET', `/v1/reviews/packet/${hash}`, theirs)
  expect(empty.body.data.entries).toEqual([])
})

test('refuses: the proposer, a packet that no user proposed, a viewer, and a user who is deactivated', async () => {
  const hash = nextHash()
  const [ada, bo, viewer] = await Promise.all(
    (['curator', 'curator', 'viewer'] as const).map((role) => signInUser(api, role)),
  )
  const codeOf = async (user: ConsoleUser, act: string) => {
    const { status, body } = await write(user, hash, act)
    return [status, body?.error?.code]
  }
  expect(await codeOf(bo!, 'approved')).toEqual([409, 'review_not_permitted'])
  expect(await codeOf(ada!, 'proposed')).toEqual([200, undefined])
  expect(await codeOf(ada!, 'approved')).toEqual([409, 'review_not_permitted'])
  expect(await codeOf(viewer!, 'approved')).toEqual([403, 'role_needed'])
  const begun = await bo!.ask('POST', '/console/reviews/challenge', {
    kind: 'packet',
    hash,
    act: 'approved',
  })
  expect((await write(bo!, hash, 'approved')).status).toBe(200)
  const { challenge_id, options } = begun.body.data
  const late = { challenge_id, credential: bo!.passkey.get(options) }
  expect((await bo!.ask('POST', '/console/reviews', late)).body.error.code).toBe('review_moved')
  await api.store.users.deactivate(api.tenant.id, bo!.user.id, testActor)
  expect(await codeOf(bo!, 'approved')).toEqual([401, 'session_needed'])
  const { body } = await ada!.ask('GET', `/console/reviews/packet/${hash}`)
  expect(body.data.policy.deactivated).toContain(bo!.user.id)
})

test('refuses: a comment of 1 MB, one that turns text, an answer over another entry, and of another user', async () => {
  const hash = nextHash()
  const [ada, bo] = await Promise.all([signInUser(api, 'curator'), signInUser(api, 'curator')])
  const long = await write(ada, hash, 'commented', { comment: 'x'.repeat(1_000_000) })
  expect(long.status).toBe(413)
  for (const comment of ['x'.repeat(2_001), '', 'a\u202eb', 'a\u0000b', 'a\tb']) {
    expect([comment, (await write(ada, hash, 'commented', { comment })).status]).toEqual([
      comment,
      422,
    ])
  }
  const begin = async (subject: string) => {
    const request = { kind: 'packet', hash: subject, act: 'proposed' }
    return (await ada.ask('POST', '/console/reviews/challenge', request)).body.data
  }
  const [first, second] = [await begin(hash), await begin(nextHash())]
  // Signed over the other content hash.
  const swapped = { challenge_id: first.challenge_id, credential: ada.passkey.get(second.options) }
  expect((await ada.ask('POST', '/console/reviews', swapped)).status).toBe(401)
  const ofBo = { challenge_id: second.challenge_id, credential: bo.passkey.get(second.options) }
  expect((await ada.ask('POST', '/console/reviews', ofBo)).status).toBe(401)
  const { body } = await ada.ask('GET', `/console/reviews/packet/${hash}`)
  expect(body.data.record.entries).toEqual([])
  const { status } = await ada.ask('GET', '/console/reviews/packet/0x12')
  expect(status).toBe(422)
})

test('golden: who pushed a tree proposed its root, and an admin says how many approvals are needed', async () => {
  const pusher = await signInUser(api, 'curator')
  const reviewer = await signInUser(api, 'curator')
  const admin = await signInUser(api, 'admin')
  await api.store.vaults.put(api.tenant.id, draftOf(1), testActor)
  const [strategist] = strategists
  const push = { chain: 'base', vault: addressOf(1), strategist, file: treeOf(1) }
  const { root } = await api.store.trees.push(api.tenant.id, push, `user:${pusher.user.id}`)
  const request = { kind: 'root', hash: root, act: 'approved' }
  const begin = (user: ConsoleUser, hash: string = root) =>
    user.ask('POST', '/console/reviews/challenge', { ...request, hash })
  expect((await begin(pusher)).body.error.code).toBe('review_not_permitted')
  expect((await begin(reviewer, nextHash())).body.error.code).toBe('review_not_permitted')
  const { challenge_id, options } = (await begin(reviewer)).body.data
  const credential = reviewer.passkey.get(options)
  expect(
    (await reviewer.ask('POST', '/console/reviews', { challenge_id, credential })).status,
  ).toBe(200)
  expect((await reviewer.ask('POST', '/console/review-rule', { required: 2 })).status).toBe(403)
  expect((await admin.ask('POST', '/console/review-rule', { required: 11 })).status).toBe(422)
  expect((await admin.ask('POST', '/console/review-rule', { required: 2 })).status).toBe(200)
  const { body } = await reviewer.ask('GET', `/console/reviews/root/${root}`)
  expect(body.data.policy).toMatchObject({ required: 2, proposers: [pusher.user.id] })
  const rules = (await reviewer.ask('GET', '/console/review-rule')).body.data
  expect(rules.required).toBe(2)
  expect(rules.vaults).toContainEqual({
    vault_address: addressOf(1),
    name: 'Vault 1',
    required: null,
  })
})

test('law: a vault has a number of its own, for its roots and the batches of its Managers', async () => {
  const [admin, curator] = [await signInUser(api, 'admin'), await signInUser(api, 'curator')]
  for (const number of [1, 2]) await api.store.vaults.put(api.tenant.id, draftOf(number), testActor)
  const [strategist] = strategists
  const push = { chain: 'base', vault: addressOf(2), strategist, file: treeOf(2) }
  const { root } = await api.store.trees.push(api.tenant.id, push, testActor)
  const policyOf = async (path: string) =>
    (await curator.ask('GET', `/console/reviews/${path}`)).body.data.policy as ReviewPolicyData
  const set = (user: ConsoleUser, rule: object) =>
    user.ask('POST', '/console/review-rule/vault', rule)
  await admin.ask('POST', '/console/review-rule', { required: 1 })
  const rule = { vault_address: addressOf(2), required: 3 }
  expect((await set(curator, rule)).status).toBe(403)
  expect((await set(admin, { ...rule, required: 11 })).status).toBe(422)
  expect((await set(admin, { ...rule, vault_address: addressOf(77) })).body.error.code).toBe(
    'vault_not_found',
  )
  expect((await policyOf(`root/${root}`)).required).toBe(1)
  expect((await set(admin, rule)).status).toBe(200)
  expect((await policyOf(`root/${root}`)).required).toBe(3)
  const packet = await policyOf(`packet/${nextHash()}`)
  // Which vault a packet is of only its reader knows: without that, the most counts.
  expect(packet.required).toBe(3)
  const numberOf = (manager: string) =>
    packet.managers.find(
      ({ chain_id, manager_address }) => chain_id === 8453 && manager_address === manager,
    )?.required
  const managers = [1, 2].map((number) => draftOf(number).deployments[0]!.manager)
  expect(managers.map(numberOf)).toEqual([1, 3])
  const neighbor = await api.addTenant('review-rules')
  expect(await api.store.reviews.vaultRules(neighbor.tenant.id)).toEqual([])
  expect((await set(admin, { ...rule, required: null })).body.data.vaults).toContainEqual({
    vault_address: addressOf(2),
    name: 'Vault 2',
    required: null,
  })
  expect((await policyOf(`root/${root}`)).required).toBe(1)
})
